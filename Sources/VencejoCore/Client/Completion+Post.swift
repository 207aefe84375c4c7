public import VencejoHTTP

extension APIClientProtocol {
    /// Posts to a path and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func post<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.post, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Posts to a path with a JSON body and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func post<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.post, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Posts to a path and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func post(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.post, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }

    /// Posts to a path with a JSON body and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func post(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.post, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }
}
