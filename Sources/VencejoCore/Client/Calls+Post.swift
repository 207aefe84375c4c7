public import VencejoHTTP

extension APIClientProtocol {
    /// Posts to a path and decodes the answer.
    @concurrent
    public nonisolated func post<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.post, path, query, body, headers))
    }

    /// Posts to a path with a JSON body and decodes the answer.
    @concurrent
    public nonisolated func post<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await decoded(Call(.post, path, query, .json(body), headers))
    }

    /// Posts to a path and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func post(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.post, path, query, body, headers))
    }

    /// Posts to a path with a JSON body and gives the bare answer.
    @discardableResult
    @concurrent
    public nonisolated func post(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.post, path, query, .json(body), headers))
    }
}
