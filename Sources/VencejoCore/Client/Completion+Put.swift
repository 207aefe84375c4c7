public import VencejoHTTP

extension APIClientProtocol {
    /// Replaces a resource and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func put<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.put, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Replaces a resource with a JSON body and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func put<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.put, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Replaces a resource and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func put(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.put, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }

    /// Replaces a resource with a JSON body and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func put(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.put, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }
}
