public import VencejoHTTP

extension APIClientProtocol {
    /// Deletes a resource and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func delete<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.delete, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Deletes a resource with a JSON body and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func delete<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        let call = Call(.delete, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await decoded(call) }
    }

    /// Deletes a resource and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func delete(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.delete, path, query, body, headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }

    /// Deletes a resource with a JSON body and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func delete(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        let call = Call(.delete, path, query, .json(body), headers)
        return CallHandle(completion) { () throws(NetworkError) in try await answered(call) }
    }
}
