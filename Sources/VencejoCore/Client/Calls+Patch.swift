public import VencejoHTTP

extension APIClientProtocol {
    /// Changes a part of a resource and decodes the answer.
    @concurrent
    public nonisolated func patch<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.patch, path, query, body, headers))
    }

    /// Changes a part of a resource with a JSON body and decodes the answer.
    @concurrent
    public nonisolated func patch<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.patch, path, query, .json(body), headers))
    }

    /// Changes a part of a resource and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func patch(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.patch, path, query, body, headers))
    }

    /// Changes a part of a resource with a JSON body and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func patch(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.patch, path, query, .json(body), headers))
    }
}
