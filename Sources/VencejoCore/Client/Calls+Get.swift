public import VencejoHTTP

extension APIClientProtocol {
    /// Asks for a path and decodes the answer.
    @concurrent
    public nonisolated func get<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.get, path, query, body, headers))
    }

    /// Asks for a path with a JSON body and decodes the answer.
    @concurrent
    public nonisolated func get<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.get, path, query, .json(body), headers))
    }

    /// Asks for a path and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func get(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.get, path, query, body, headers))
    }

    /// Asks for a path with a JSON body and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func get(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.get, path, query, .json(body), headers))
    }
}
