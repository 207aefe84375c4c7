import VencejoConcurrency
import VencejoHTTP

/// The moment by which a piece of work must be done, handed on to every call made inside it.
///
///     try await withDeadline(.seconds(5)) {
///         let user: User = try await api.get("users/1")
///         let posts: [Post] = try await api.get("posts", query: ["user": user.id])
///     }
///
/// A call with `timeouts.total` hands its own deadline on: what a middleware or a credential asks
/// while the call is under way gets what is left of its time, and no more.
public struct Deadline: Sendable {
    /// The deadline of the work that this task does; nil without one.
    @TaskLocal public static var current: Deadline?

    private let moment: Duration
    private let time: TimeSource

    /// The moment when so much time has passed.
    ///
    /// - Parameters:
    ///   - limit: The time from now on.
    ///   - time: What counts it.
    public init(after limit: Duration, on time: TimeSource = .system) {
        moment = time.now + limit
        self.time = time
    }

    /// What is left; zero when the moment has come.
    public var remaining: Duration { max(moment - time.now, .zero) }
}

/// Runs `body` with a deadline for all calls made inside it.
///
/// An earlier deadline of the work around it stays. The work itself is not cancelled: its calls
/// fail with ``NetworkError/Kind-swift.enum/timedOut(_:)``, and ``Deadline/current`` tells it.
///
/// - Parameters:
///   - limit: The time from now on.
///   - time: What counts it; give the calls' own, a test's clock for one.
///   - body: The work.
public func withDeadline<Value, Failure: Error>(
    _ limit: Duration,
    on time: TimeSource = .system,
    _ body: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let left = Deadline.current.map { min($0.remaining, limit) } ?? limit
    return try await Deadline.$current.withValue(Deadline(after: left, on: time)) {
        await typed(body)
    }.get()
}

extension Deadline {
    /// Sends with the whole time of a call, or what is left of the work around it.
    static func keeping(
        _ request: Request,
        _ next: Middleware.Next
    ) async throws(NetworkError) -> Response {
        let outer = current?.remaining
        guard let limit = [outer, request.timeouts.total].compacted.min() else {
            return try await next(request)
        }
        guard outer ?? limit > .zero else {
            throw NetworkError(.timedOut(.total), request: request)
        }
        var request = request
        request.timeouts.total = limit
        let sent = request
        return try await $current.withValue(Deadline(after: limit, on: request.context.time)) {
            await typed { () throws(NetworkError) in try await next(sent) }
        }.get()
    }

    /// The request with what is left of its time by now, after all waits on the way.
    static func clipped(_ request: Request) throws(NetworkError) -> Request {
        guard let total = request.timeouts.total, let left = current?.remaining, left < total
        else { return request }
        guard left > .zero else { throw NetworkError(.timedOut(.total), request: request) }
        var request = request
        request.timeouts.total = left
        return request
    }
}

extension [Duration?] {
    fileprivate var compacted: [Duration] { compactMap { $0 } }
}
