public import VencejoHTTP

extension APIClientProtocol {
    /// Replaces a resource and decodes the answer.
    @concurrent
    public nonisolated func put<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.put, path, query, body, headers))
    }

    /// Replaces a resource with a JSON body and decodes the answer.
    @concurrent
    public nonisolated func put<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.put, path, query, .json(body), headers))
    }

    /// Replaces a resource and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func put(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.put, path, query, body, headers))
    }

    /// Replaces a resource with a JSON body and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func put(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.put, path, query, .json(body), headers))
    }
}
