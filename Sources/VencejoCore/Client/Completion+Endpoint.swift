extension APIClientProtocol {
    /// Sends an endpoint and decodes its output.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func send<Target: Endpoint>(
        _ endpoint: Target,
        completion: @escaping Completion<Target.Output>
    ) -> CallHandle where Target.Output: Decodable {
        handled(endpoint, completion) { request throws(NetworkError) in
            try await decoded(request, configuration.bodyCoder(of: endpoint))
        }
    }

    /// Sends an endpoint whose answer says nothing but that it was done.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func send<Target: Endpoint>(
        _ endpoint: Target,
        completion: @escaping Completion<Void>
    ) -> CallHandle where Target.Output == Void {
        handled(endpoint, completion) { request throws(NetworkError) in
            _ = try await performed(request)
        }
    }

    /// Sends an endpoint and gives the answer as it came.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func send<Target: Endpoint>(
        _ endpoint: Target,
        completion: @escaping Completion<Response>
    ) -> CallHandle where Target.Output == Response {
        request(endpoint, completion: completion)
    }

    /// Sends an endpoint and decodes the answer into what the completion takes.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func request<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        handled(endpoint, completion) { request throws(NetworkError) in
            try await decoded(request, configuration.bodyCoder(of: endpoint))
        }
    }

    /// Sends an endpoint and gives the answer as it came.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func request(
        _ endpoint: some Endpoint,
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        handled(endpoint, completion) { request throws(NetworkError) in
            try await performed(request)
        }
    }

    /// Sends an endpoint and gives its output together with the answer it came in.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func response<Target: Endpoint>(
        to endpoint: Target,
        completion: @escaping Completion<Reply<Target.Output>>
    ) -> CallHandle where Target.Output: Decodable {
        handled(endpoint, completion) { request throws(NetworkError) in
            try await reply(to: endpoint, request)
        }
    }

    /// Sends an endpoint without output and gives the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func response<Target: Endpoint>(
        to endpoint: Target,
        completion: @escaping Completion<Reply<Void>>
    ) -> CallHandle where Target.Output == Void {
        handled(endpoint, completion) { request throws(NetworkError) in
            Reply(value: (), response: try await performed(request))
        }
    }

    /// Sends an endpoint and gives the answer as it came.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func response<Target: Endpoint>(
        to endpoint: Target,
        completion: @escaping Completion<Reply<Response>>
    ) -> CallHandle where Target.Output == Response {
        handled(endpoint, completion) { request throws(NetworkError) in
            let response = try await performed(request)
            return Reply(value: response, response: response)
        }
    }

    /// Performs a request and gives its answer; a status that is not accepted is an error.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func perform(
        _ request: Request,
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        CallHandle(
            completion,
            { request },
            { request throws(NetworkError) in try await performed(request) }
        )
    }
}
