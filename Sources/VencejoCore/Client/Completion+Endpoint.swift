extension APIClientProtocol {
    /// Sends an endpoint and decodes its output.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func send<Target: Endpoint>(
        _ endpoint: Target,
        completion: @escaping Completion<Target.Output>
    ) -> CallHandle where Target.Output: Decodable {
        CallHandle(completion) { () throws(NetworkError) in try await send(endpoint) }
    }

    /// Sends an endpoint whose answer says nothing but that it was done.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func send<Target: Endpoint>(
        _ endpoint: Target,
        completion: @escaping Completion<Void>
    ) -> CallHandle where Target.Output == Void {
        CallHandle(completion) { () throws(NetworkError) in try await send(endpoint) }
    }

    /// Sends an endpoint and decodes the answer into what the completion takes.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func request<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        CallHandle(completion) { () throws(NetworkError) in try await request(endpoint) }
    }

    /// Sends an endpoint and gives the answer as it came.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func request(
        _ endpoint: some Endpoint,
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        CallHandle(completion) { () throws(NetworkError) in try await request(endpoint) }
    }
}
