public import VencejoHTTP

extension APIClientProtocol {
    /// Asks for the status and the fields of a path, without its content.
    @discardableResult
    @concurrent
    public nonisolated func head(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) async throws(NetworkError) -> Response {
        try await answered(Call(.head, path, query, body, headers))
    }

    /// Asks for the status and the fields of a path, without its content.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public nonisolated func head(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        handled(Call(.head, path, query, body, headers), completion) {
            request throws(NetworkError) in try await performed(request)
        }
    }
}
