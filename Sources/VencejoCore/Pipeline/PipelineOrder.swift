/// What a middleware does to a call, as far as its place in the pipeline matters.
package enum PipelineRole: String, Sendable, Hashable {
    case retry
    case pace
    case circuitBreaker
    case hedge
    case coalesce
    case authenticate
    case cache
    case whenOffline
}

/// A middleware whose place in the pipeline matters.
package protocol PlacedMiddleware: Middleware {
    var role: PipelineRole { get }
}

extension Retry: PlacedMiddleware {
    package var role: PipelineRole { .retry }
}

extension Pace: PlacedMiddleware {
    package var role: PipelineRole { .pace }
}

extension CircuitBreaker: PlacedMiddleware {
    package var role: PipelineRole { .circuitBreaker }
}

extension Hedge: PlacedMiddleware {
    package var role: PipelineRole { .hedge }
}

extension Coalesce: PlacedMiddleware {
    package var role: PipelineRole { .coalesce }
}

extension Authenticate: PlacedMiddleware {
    package var role: PipelineRole { .authenticate }
}

extension Layer {
    /// Whether the middleware is a cache.
    var isCache: Bool { (middleware as? any PlacedMiddleware)?.role == .cache }
}

extension WhenOffline: PlacedMiddleware {
    package var role: PipelineRole { .whenOffline }
}

/// The orders that make no sense, each with what goes wrong.
struct PipelineOrder: Sendable {
    let outer: PipelineRole
    let inner: PipelineRole
    let reason: String

    static let refused = [
        PipelineOrder(
            outer: .pace,
            inner: .retry,
            reason: "retries would go out without pacing"
        ),
        PipelineOrder(
            outer: .circuitBreaker,
            inner: .retry,
            reason: "retries would go on to a host that is to be left alone"
        ),
        PipelineOrder(
            outer: .whenOffline,
            inner: .retry,
            reason: "retries would go out without a network"
        ),
        PipelineOrder(
            outer: .hedge,
            inner: .retry,
            reason: "a wait before a retry would look like a slow answer"
        ),
        PipelineOrder(
            outer: .hedge,
            inner: .coalesce,
            reason: "the second request would join the first"
        ),
        PipelineOrder(
            outer: .cache,
            inner: .authenticate,
            reason: "one user's answers would be kept for another"
        ),
    ]

    /// The roles that may stand in a pipeline once.
    private static let single: [PipelineRole] = [.retry, .pace, .circuitBreaker, .hedge, .cache]

    /// What is wrong with an order, outermost first; nil where nothing is.
    static func fault(in roles: [PipelineRole]) -> String? {
        for role in single where roles.count(where: { $0 == role }) > 1 {
            return "the pipeline has .\(role.rawValue) twice; take one out"
        }
        for rule in refused {
            guard let outer = roles.firstIndex(of: rule.outer),
                let inner = roles.lastIndex(of: rule.inner), outer < inner
            else { continue }
            return """
                the pipeline has .\(rule.outer.rawValue) before .\(rule.inner.rawValue): \
                \(rule.reason); put .\(rule.inner.rawValue) first
                """
        }
        return nil
    }
}

extension Pipeline {
    /// What is wrong with the order of the layers, and what to swap; nil where nothing is.
    ///
    /// A client with such a pipeline fails each call with this text, and sends nothing.
    public var fault: String? {
        PipelineOrder.fault(
            in: layers.compactMap { ($0.middleware as? any PlacedMiddleware)?.role }
        )
    }

    /// What most clients of a public API want, in the right order.
    ///
    ///     identical reads joined ► credentials ► retries ► circuit breaker ► pace
    ///
    /// - Parameter credential: What proves who is asking; nil for an API that does not ask.
    public static func standard(_ credential: Credential? = nil) -> Pipeline {
        var layers: [Layer] = [.coalesce]
        if let credential { layers.append(.authenticate(credential)) }
        return Pipeline(layers + [.retry(), .circuitBreaker(), .pace()])
    }
}
