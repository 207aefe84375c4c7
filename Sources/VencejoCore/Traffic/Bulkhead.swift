import VencejoConcurrency
import VencejoHTTP

/// Keeps one part of a program from taking all the room: so many calls at a time, so many waiting.
///
/// A call that finds the line full fails at once with
/// ``NetworkError/Kind-swift.enum/overloaded(limit:)``, and nothing is sent.
public struct Bulkhead: Middleware {
    private let places: Turnstile
    private let line: Int

    /// A bulkhead of its own.
    ///
    /// - Parameters:
    ///   - concurrent: The calls under way at a time.
    ///   - waiting: The calls that may wait for a place.
    public init(concurrent: Int, waiting: Int = .max) {
        places = Turnstile(limit: concurrent)
        line = max(0, waiting)
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        if request.context.skips.contains(.bulkhead) { return try await next(request) }
        if places.enterAtOnce() {
            defer { places.leave() }
            return try await next(request)
        }
        if line > 0 { request.report(.queued(.bulkhead)) }
        guard let isIn = await places.enter(ifFewerWaitThan: line) else {
            request.report(.turnedAway)
            throw NetworkError(.overloaded(limit: line), request: request)
        }
        guard isIn else { throw NetworkError(.cancelled, request: request) }
        defer { places.leave() }
        return try await next(request)
    }
}

extension Layer {
    /// So many calls at a time, and so many waiting; the rest fail at once.
    public static func bulkhead(concurrent: Int, waiting: Int = .max) -> Layer {
        Layer(Bulkhead(concurrent: concurrent, waiting: waiting))
    }
}
