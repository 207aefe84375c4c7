extension APIClientProtocol {
    /// Sends an endpoint and decodes its output.
    @concurrent
    public nonisolated func send<Target: Endpoint>(
        _ endpoint: Target
    ) async throws(NetworkError) -> Target.Output where Target.Output: Decodable {
        try await decoded(try makeRequest(for: endpoint), configuration.bodyCoder(of: endpoint))
    }

    /// Sends an endpoint whose answer says nothing but that it was done.
    @concurrent
    public nonisolated func send<Target: Endpoint>(
        _ endpoint: Target
    ) async throws(NetworkError) where Target.Output == Void {
        _ = try await performed(try makeRequest(for: endpoint))
    }

    /// Sends an endpoint and gives the answer as it came.
    @discardableResult
    @concurrent
    public nonisolated func send<Target: Endpoint>(
        _ endpoint: Target
    ) async throws(NetworkError) -> Response where Target.Output == Response {
        try await performed(try makeRequest(for: endpoint))
    }

    /// Sends an endpoint and decodes the answer into what the call site asks for.
    @concurrent
    public nonisolated func request<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint
    ) async throws(NetworkError) -> Value {
        try await decoded(try makeRequest(for: endpoint), configuration.bodyCoder(of: endpoint))
    }

    /// Sends an endpoint and gives the answer as it came.
    @discardableResult
    @concurrent
    public nonisolated func request(
        _ endpoint: some Endpoint
    ) async throws(NetworkError) -> Response {
        try await performed(try makeRequest(for: endpoint))
    }

    /// Sends an endpoint and gives its output together with the answer it came in.
    @concurrent
    public nonisolated func response<Target: Endpoint>(
        to endpoint: Target
    ) async throws(NetworkError) -> Reply<Target.Output> where Target.Output: Decodable {
        try await reply(to: endpoint, try makeRequest(for: endpoint))
    }

    /// Sends an endpoint without output and gives the answer.
    @concurrent
    public nonisolated func response<Target: Endpoint>(
        to endpoint: Target
    ) async throws(NetworkError) -> Reply<Void> where Target.Output == Void {
        Reply(value: (), response: try await performed(try makeRequest(for: endpoint)))
    }

    /// Sends an endpoint and gives the answer as it came.
    @concurrent
    public nonisolated func response<Target: Endpoint>(
        to endpoint: Target
    ) async throws(NetworkError) -> Reply<Response> where Target.Output == Response {
        let response = try await performed(try makeRequest(for: endpoint))
        return Reply(value: response, response: response)
    }

    /// Performs an endpoint's request and decodes its answer, off the caller's actor.
    @concurrent
    nonisolated func reply<Target: Endpoint>(
        to endpoint: Target,
        _ request: Request
    ) async throws(NetworkError) -> Reply<Target.Output> where Target.Output: Decodable {
        let coder = configuration.bodyCoder(of: endpoint)
        let response = try await performed(request.accepting(coder))
        let value = try response.decode(Target.Output.self, with: coder, for: configuration)
        return Reply(value: value, response: response)
    }
}
