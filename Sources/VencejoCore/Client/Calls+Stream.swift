public import VencejoHTTP

extension APIClientProtocol {
    /// Sends a call and gives its answer with a body that is still coming.
    ///
    ///     let response = try await api.stream("exports/2026.csv")
    ///     for try await chunk in response.body.stream { try file.write(chunk) }
    ///
    /// The answer is there as soon as its head is. Its body has no limit; the chunks are read from
    /// the connection as they are asked for. See ``BodyStream``.
    @concurrent
    public nonisolated func stream(
        _ path: Path,
        method: HTTPMethod = .get,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        let request = try makeRequest(method, path, query: query, body: body, headers: headers)
        return try await performed(request.streaming())
    }

    /// Sends an endpoint and gives its answer with a body that is still coming.
    @concurrent
    public nonisolated func stream(
        _ endpoint: some Endpoint
    ) async throws(NetworkError) -> Response {
        try await performed(try makeRequest(for: endpoint).streaming())
    }
}

extension Request {
    fileprivate func streaming() -> Request {
        var request = self
        request.delivery = .stream
        return request
    }
}
