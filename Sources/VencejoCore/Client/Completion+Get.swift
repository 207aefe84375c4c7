public import VencejoHTTP

extension APIClientProtocol {
    /// Asks for a path and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func get<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.get, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Asks for a path with a JSON body and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func get<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.get, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Asks for a path and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func get(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.get, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }

    /// Asks for a path with a JSON body and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func get(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.get, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }
}
