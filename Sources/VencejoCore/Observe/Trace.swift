public import VencejoHTTP

/// Tells servers to which trace a request belongs, with a span of its own for each.
///
///     call ► trace: one for the call ► retries, redirects ► a span for each request ► transport
///
/// A call goes on with ``CallContext/trace`` where somebody set it, else it begins a trace. Who
/// wrote `traceparent` on a request keeps it. Other origins than the client's own are told only
/// where the layer says so: a trace links what one person does in several places (§7.1).
public struct Trace: Middleware {
    private let isSampled: Bool

    init(sampled: Bool) {
        isSampled = sampled
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        guard request.context.trace == nil, !request.context.skips.contains(.trace) else {
            return try await next(request)
        }
        var request = request
        request.context.trace = TraceContext(sampled: isSampled, random: request.context.random)
        return try await next(request)
    }
}

/// The part of ``Trace`` that sees each request as it leaves.
struct TraceSpan: Middleware {
    let reachesEverywhere: Bool

    func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        guard let trace = request.context.trace, !request.context.skips.contains(.trace),
            !request.headers.contains(.traceparent),
            reachesEverywhere || request.url.origin == request.credentialOrigin
        else { return try await next(request) }
        var request = request
        let span = trace.child(random: request.context.random)
        request.context.trace = span
        request.headers[.traceparent] = span.traceparent
        if !span.state.members.isEmpty { request.headers[.tracestate] = span.state.text }
        return try await next(request)
    }
}

extension TraceContext {
    /// Reads `traceparent` and `tracestate`; nil without a trace.
    public init?(_ headers: Headers) {
        let parents = headers.values(of: .traceparent)
        guard parents.count == 1, let parent = parents.first else { return nil }
        self.init(traceparent: parent)
        state = TraceState(headers.values(of: .tracestate)) ?? TraceState()
    }
}

extension CallContext {
    /// The trace that a call belongs to; a layer begins one where there is none.
    ///
    /// In ``NetworkError/request`` and ``Response/request`` it names the span of that request.
    public var trace: TraceContext? {
        get { self[TraceKey.self] }
        set { self[TraceKey.self] = newValue }
    }
}

private enum TraceKey: CallContextKey {
    static let defaultValue: TraceContext? = nil
}

extension HeaderName {
    /// The trace and the span that a request belongs to (W3C Trace Context §3.2).
    public static let traceparent: HeaderName = "traceparent"
    /// What tracing systems carry along (W3C Trace Context §3.3).
    public static let tracestate: HeaderName = "tracestate"
}

extension Layer {
    /// Tells servers to which trace a request belongs (`traceparent`).
    ///
    /// - Parameters:
    ///   - sampled: Whether traces that begin here are said to be recorded.
    ///   - everywhere: Whether other origins than the client's own are told too.
    public static func trace(sampled: Bool = true, everywhere: Bool = false) -> Layer {
        Layer(Trace(sampled: sampled), hop: TraceSpan(reachesEverywhere: everywhere))
    }
}
