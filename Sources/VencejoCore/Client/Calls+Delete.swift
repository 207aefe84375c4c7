public import VencejoHTTP

extension APIClientProtocol {
    /// Deletes a resource and decodes the answer.
    @concurrent
    public nonisolated func delete<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.delete, path, query, body, headers))
    }

    /// Deletes a resource with a JSON body and decodes the answer.
    @concurrent
    public nonisolated func delete<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.delete, path, query, .json(body), headers))
    }

    /// Deletes a resource and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func delete(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.delete, path, query, body, headers))
    }

    /// Deletes a resource with a JSON body and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func delete(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.delete, path, query, .json(body), headers))
    }
}
