public import VencejoHTTP

extension Verb {
    /// Sends a call and decodes the answer.
    @concurrent
    public func callAsFunction<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await client.decoded(Call(method, path, query, body, headers))
    }

    /// Sends a call with a JSON body and decodes the answer.
    @concurrent
    public func callAsFunction<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Value {
        try await client.decoded(Call(method, path, query, .encoded(body), headers))
    }

    /// Sends a call and gives the bare answer.
    @discardableResult
    @concurrent
    public func callAsFunction(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await client.answered(Call(method, path, query, body, headers))
    }

    /// Sends a call with a JSON body and gives the bare answer.
    @discardableResult
    @concurrent
    public func callAsFunction(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await client.answered(Call(method, path, query, .encoded(body), headers))
    }
}
