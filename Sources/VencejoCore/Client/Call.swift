import VencejoHTTP

/// The parts of a call, until it is built.
struct Call: Sendable {
    let method: HTTPMethod
    let path: Path
    let query: Query
    let body: Body
    let headers: Headers

    init(
        _ method: HTTPMethod,
        _ path: Path,
        _ query: Query,
        _ body: Body,
        _ headers: Headers
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.headers = headers
    }
}

extension APIClientProtocol {
    /// Sends a call and gives its answer.
    nonisolated func answered(_ call: Call) async throws(NetworkError) -> Response {
        try await performed(try built(call))
    }

    /// Sends a call and decodes its answer, off the caller's actor.
    @concurrent
    nonisolated func decoded<Value: Decodable & Sendable>(
        _ call: Call
    ) async throws(NetworkError) -> Value {
        try await decoded(try built(call), configuration.bodyCoder)
    }

    /// Sends a call and tells a completion handler what it ends in.
    nonisolated func handled<Value: Sendable>(
        _ call: Call,
        _ completion: @escaping Completion<Value>,
        _ work: @escaping @Sendable (Request) async throws(NetworkError) -> Value
    ) -> CallHandle {
        CallHandle(completion, { () throws(NetworkError) in try built(call) }, work)
    }

    /// Sends an endpoint and tells a completion handler what it ends in.
    nonisolated func handled<Value: Sendable>(
        _ endpoint: some Endpoint,
        _ completion: @escaping Completion<Value>,
        _ work: @escaping @Sendable (Request) async throws(NetworkError) -> Value
    ) -> CallHandle {
        CallHandle(completion, { () throws(NetworkError) in try makeRequest(for: endpoint) }, work)
    }

    /// Performs a request and decodes its answer, off the caller's actor.
    @concurrent
    package nonisolated func decoded<Value: Decodable & Sendable>(
        _ request: Request,
        _ coder: any BodyCoder
    ) async throws(NetworkError) -> Value {
        let response = try await performed(request.accepting(coder))
        return try response.decode(Value.self, with: coder, for: configuration)
    }

    /// Performs a request; a cancellation is one, however deep it was wrapped.
    package nonisolated func performed(_ request: Request) async throws(NetworkError) -> Response {
        do throws(NetworkError) {
            return try await perform(request)
        } catch {
            throw error.normalized
        }
    }

    nonisolated func built(_ call: Call) throws(NetworkError) -> Request {
        try makeRequest(
            call.method,
            call.path,
            query: call.query,
            body: call.body,
            headers: call.headers
        )
    }
}

extension Request {
    /// The same request, asking for a coder's format unless it asks for something already.
    func accepting(_ coder: any BodyCoder) -> Request {
        var request = self
        request.headers.setIfAbsent(.accept, coder.contentType)
        return request
    }
}
