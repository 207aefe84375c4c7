public import VencejoHTTP

extension APIClientProtocol {
    /// Changes a part of a resource and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func patch<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.patch, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Changes a part of a resource with a JSON body and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func patch<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.patch, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Changes a part of a resource and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func patch(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.patch, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }

    /// Changes a part of a resource with a JSON body and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func patch(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.patch, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }
}
