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
/// while the call is under way gets what is left of its time, and no more. That time stands still
/// while the call waits for a free connection, which `timeouts.queue` bounds; the deadline of the
/// work around it does not.
public struct Deadline: Sendable {
    /// The deadline of the work that this task does; nil without one.
    @TaskLocal public static var current: Deadline?

    private let moment: Duration
    private let time: TimeSource
    /// What a call's own time leaves out; none where the time is that of the work.
    private let line: LineTime?

    /// The moment when so much time has passed.
    ///
    /// - Parameters:
    ///   - limit: The time from now on.
    ///   - time: What counts it.
    public init(after limit: Duration, on time: TimeSource = .system) {
        self.init(after: limit, on: time, line: nil)
    }

    private init(after limit: Duration, on time: TimeSource, line: LineTime?) {
        moment = time.now + limit
        self.time = time
        self.line = line
    }

    /// What is left; zero when the moment has come.
    public var remaining: Duration {
        guard let line else { return max(moment - time.now, .zero) }
        let own = max(moment + line.total - time.now, .zero)
        return line.around.map { min($0.remaining, own) } ?? own
    }
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
        let line = LineTime(around: current)
        let own = Deadline(after: limit, on: request.context.time, line: line)
        return try await $current.withValue(own) {
            await typed { () throws(NetworkError) in try await next(sent) }
        }.get()
    }

    /// The request with what is left of its time by now, after all waits on the way.
    static func clipped(_ request: Request) throws(NetworkError) -> Request {
        guard let deadline = current else { return request }
        var request = request
        if let total = request.timeouts.total, deadline.remaining < total {
            guard deadline.remaining > .zero else {
                throw NetworkError(.timedOut(.total), request: request)
            }
            request.timeouts.total = deadline.remaining
        }
        // The work around a call does not wait in line with it.
        if let around = deadline.line?.around?.remaining {
            request.timeouts.queue = min(request.timeouts.queue ?? around, around)
        }
        return request
    }

    /// Leaves a wait for a free connection out of the time of the call that waited.
    ///
    /// - Returns: What is left of its time; nil without a limit.
    package static func leaveLine(after wait: Duration) -> Duration? {
        guard let deadline = current else { return nil }
        deadline.line?.add(wait, until: deadline.time.now)
        return deadline.remaining
    }

    /// How long the call of this task has waited for free connections.
    fileprivate static var inLine: Duration { current?.line?.total ?? .zero }
}

/// How much of its time a call has spent: all that passed but its waits for a free connection.
struct CallWatch: Sendable {
    private let time: TimeSource
    private let start: Duration
    private let inLine: Duration

    init(_ time: TimeSource) {
        self.time = time
        start = time.now
        inLine = Deadline.inLine
    }

    var spent: Duration { time.now - start - (Deadline.inLine - inLine) }
}

/// How long a call waited for free connections, within the deadline of the work around it.
private final class LineTime: Sendable {
    let around: Deadline?
    private let waits = Locked((total: Duration.zero, end: Duration?.none))

    init(around: Deadline?) {
        self.around = around
    }

    var total: Duration { waits.withLock { $0.total } }

    /// Adds a wait that has just ended; what attempts side by side wait together counts once.
    func add(_ wait: Duration, until now: Duration) {
        waits.withLock { waits in
            let start = waits.end.map { max($0, now - wait) } ?? now - wait
            waits.total += max(now - start, .zero)
            waits.end = now
        }
    }
}

extension [Duration?] {
    fileprivate var compacted: [Duration] { compactMap { $0 } }
}
