public import VencejoHTTP

/// A method, a path and what is answered.
///
/// In the path `{name}` matches one segment, and `*` as the last segment matches the rest:
///
///     Route(.get, "users/{id}") { request in
///         .text("user \(request.parameters["id"] ?? "")")
///     }
public struct Route: Sendable {
    /// What makes an answer out of a request.
    public typealias Handler = @Sendable (RecordedRequest) async -> MockResponse
    /// What makes a receiver out of the head of a request.
    public typealias Receiving = @Sendable (RecordedRequest) async -> MockReceiver

    let method: HTTPMethod?
    let pattern: [String]
    let query: [QueryPair]
    let handler: Handler
    /// The answer, where it is always the same.
    let constant: MockResponse?
    private(set) var answersEarly = false
    /// What takes the content as it comes; nil for a route that wants it whole.
    private(set) var receiving: Receiving?

    /// A route answered by a closure; without a method it takes them all.
    public init(_ method: HTTPMethod?, _ path: String, handler: @escaping Handler) {
        self.init(method, path, constant: nil, handler: handler)
    }

    private init(
        _ method: HTTPMethod?,
        _ path: String,
        constant: MockResponse?,
        handler: @escaping Handler
    ) {
        let request = RecordedRequest(method: .get, target: "/" + path.drop { $0 == "/" })
        self.method = method
        pattern = request.segments
        query = request.query
        self.handler = handler
        self.constant = constant
    }

    /// A route that always answers the same.
    public init(_ method: HTTPMethod?, _ path: String, respond response: MockResponse) {
        self.init(method, path, constant: response) { _ in response }
    }

    /// A route that takes the content of a request while it comes.
    public init(
        _ method: HTTPMethod?,
        _ path: String,
        receiving: @escaping Receiving
    ) {
        self.init(method, path, constant: nil) { request in
            var head = request
            head.body = []
            return await receiving(head).answer(to: request.body)
        }
        self.receiving = receiving
    }

    /// This route, answered as soon as the head of a request is there.
    ///
    /// The content that comes afterwards is read past; what is recorded has none.
    public func answeringBeforeBody() -> Route {
        var copy = self
        copy.answersEarly = true
        return copy
    }

    /// The request with its parameters filled in, nil when the route is not for it.
    func match(_ request: RecordedRequest, segments: [String]) -> RecordedRequest? {
        guard accepts(request.method), let parameters = parameters(for: segments) else {
            return nil
        }
        guard query.isEmpty || query.allSatisfy(request.query.contains) else { return nil }
        var matched = request
        matched.parameters = parameters
        return matched
    }

    /// `HEAD` is answered by what answers `GET` (RFC 9110 §9.3.2).
    private func accepts(_ asked: HTTPMethod) -> Bool {
        method == nil || method == asked || (asked == .head && method == .get)
    }

    private func parameters(for segments: [String]) -> [String: String]? {
        let openEnd = pattern.last == "*"
        let fixed = openEnd ? pattern.dropLast() : pattern[...]
        guard openEnd ? segments.count >= fixed.count : segments.count == fixed.count else {
            return nil
        }
        var parameters: [String: String] = [:]
        for (part, segment) in zip(fixed, segments) {
            if part.hasPrefix("{"), part.hasSuffix("}") {
                parameters[String(part.dropFirst().dropLast())] = segment
            } else if part != segment {
                return nil
            }
        }
        if openEnd { parameters["*"] = segments.dropFirst(fixed.count).joined(separator: "/") }
        return parameters
    }
}
