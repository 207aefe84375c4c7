package import VencejoHTTP

/// Refusal of plain `http` to other machines, as App Transport Security does, everywhere.
///
/// Loopback addresses are allowed, and so is a request that says so itself through
/// ``Request/allowsInsecureHTTP``.
public struct HTTPSOnly: Middleware {
    public init() {}

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        guard Self.permits(request.url, insecure: request.allowsInsecureHTTP) else {
            throw NetworkError(.insecureURL, request: request)
        }
        return try await next(request)
    }

    /// Whether an address may be asked.
    package static func permits(_ url: URI, insecure: Bool) -> Bool {
        insecure || url.isHTTPS || url.isLoopback
    }
}
