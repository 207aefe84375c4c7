import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// The request that reaches the end of a chain, or the error on the way.
func passing(
    _ request: Request,
    through middleware: some Middleware,
    answering answer: @escaping @Sendable (Request) -> Response = {
        Response(status: 200, request: $0)
    }
) async throws(NetworkError) -> Response {
    try await middleware.intercept(request) { request throws(NetworkError) in answer(request) }
}

/// The kind of the error that a call ends with.
func kind(
    _ call: () async throws(NetworkError) -> some Any
) async -> NetworkError.Kind? {
    do throws(NetworkError) {
        _ = try await call()
        return nil
    } catch {
        return error.kind
    }
}

/// An address of a test.
func uri(_ text: String) throws -> URI {
    try #require(URI(text))
}

/// Numbers from 0, for a closure that must give another answer each time.
final class Counter: Sendable {
    private let count = Locked(0)

    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
