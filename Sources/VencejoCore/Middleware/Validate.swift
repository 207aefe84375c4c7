public import VencejoHTTP

/// A check of the status: what is not a success becomes an error that keeps the answer.
public struct Validate: Middleware {
    private let accepts: @Sendable (HTTPStatus) -> Bool

    /// Accepts 200 to 299.
    public init() {
        accepts = { $0.isSuccess }
    }

    /// Accepts the codes given.
    public init(_ codes: Range<Int>) {
        accepts = { codes.contains($0.code) }
    }

    /// Accepts what the closure says.
    public init(_ accepts: @escaping @Sendable (HTTPStatus) -> Bool) {
        self.accepts = accepts
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        let response = try await next(request)
        // Whoever asked for another protocol was not refused.
        if response.status == 101, request.delivery.isUpgrade { return response }
        guard accepts(response.status) else {
            throw NetworkError(
                .status(response.status),
                request: response.request,
                response: response
            )
        }
        return response
    }
}
