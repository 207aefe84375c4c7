import VencejoConcurrency
public import VencejoCore
import VencejoSockets

/// A clock that stands still until a test moves it.
///
///     let clock = TestClock()
///     let api = APIClient(baseURL: url, pipeline: [.retry()], transport: stub) {
///         $0.context.time = clock.timeSource
///     }
///     async let user: User = api.get("users/1")
///     await clock.sleepers()              // the call waits before its second attempt
///     clock.advance(by: .seconds(20))     // … and goes on at once
///
/// A clock that ``skipsWaits`` never lets anybody wait: each sleep moves it to its end at once,
/// which is all that a test of one task needs.
public final class TestClock: Clock, Sendable {
    /// A moment, as the time since the clock was made.
    public struct Instant: InstantProtocol, Sendable, Hashable {
        public let offset: Duration

        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        public func duration(to other: Instant) -> Duration { other.offset - offset }

        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private typealias Waiting = CheckedContinuation<Void, any Error>

    private struct Sleeper: Sendable {
        let id: Int
        let deadline: Instant
        let waiting: Waiting
    }

    private struct Watcher: Sendable {
        let count: Int
        let waiting: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        var cancelled: Set<Int> = []
        var nextID = 0
    }

    /// Whether a sleep ends at once and moves the clock.
    public let skipsWaits: Bool
    private let epoch: Int
    private let state = Locked(State())
    /// Made when it is asked for, since it has a thread; nil where the system has no place for it.
    private let sockets = Locked<VirtualTime?>(nil)

    /// A clock at zero, with a calendar that begins at a moment of its own.
    ///
    /// - Parameters:
    ///   - secondsSince1970: What the calendar says at first; 1 January 2026 by default.
    ///   - skipsWaits: Whether a sleep ends at once and moves the clock.
    public init(secondsSince1970: Int = 1_767_225_600, skipsWaits: Bool = false) {
        epoch = secondsSince1970
        self.skipsWaits = skipsWaits
    }

    public var now: Instant { state.withLock { $0.now } }

    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The time of sockets that keep this clock's time.
    var socketTime: VirtualTime? {
        sockets.withLock { sockets in
            if sockets == nil { sockets = try? VirtualTime() }
            return sockets
        }
    }

    /// The earliest moment that somebody sleeps until.
    var earliestSleeper: Duration? {
        state.withLock { state in state.sleepers.map(\.deadline.offset).min() }
    }

    /// The clock and its calendar, for `CallContext.time`.
    public var timeSource: TimeSource {
        var source = TimeSource(
            self,
            secondsSince1970: { [self] in
                epoch + Int(now.offset.components.seconds)
            }
        )
        source.driver = { [self] in socketTime }
        return source
    }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            if skipsWaits { state.now = max(state.now, deadline) }
            state.nextID += 1
            return state.nextID
        }
        if skipsWaits { return await Task.yield() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { register($0, id, deadline) }
        } onCancel: {
            cancel(id)
        }
    }

    private func register(_ waiting: Waiting, _ id: Int, _ deadline: Instant) {
        enum Step: Sendable {
            case asleep([Watcher])
            case due, cancelled
        }
        let step = state.withLock { state -> Step in
            if state.cancelled.remove(id) != nil { return .cancelled }
            if deadline <= state.now { return .due }
            state.sleepers.append(Sleeper(id: id, deadline: deadline, waiting: waiting))
            let count = state.sleepers.count
            let content = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return .asleep(content)
        }
        switch step {
        case .asleep(let watchers): for watcher in watchers { watcher.waiting.resume() }
        case .due: waiting.resume()
        case .cancelled: waiting.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.waiting.resume(throwing: CancellationError())
    }

    /// Moves the clock and wakes whoever is due, the earliest first.
    public func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.deadline <= now }
            state.sleepers.removeAll { $0.deadline <= now }
            return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        }
        for sleeper in due { sleeper.waiting.resume() }
        sockets.withLock { $0 }?.move(to: now.offset)
    }

    /// Moves the clock to the end of the shortest sleep; false when nobody sleeps.
    @discardableResult
    public func advanceToNextSleeper() -> Bool {
        let rest = state.withLock { state -> Duration? in
            state.sleepers.map(\.deadline).min().map { state.now.duration(to: $0) }
        }
        guard let rest else { return false }
        advance(by: rest)
        return true
    }

    /// Waits until so many sleep on this clock.
    public func sleepers(atLeast count: Int = 1) async {
        await withCheckedContinuation { waiting in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append(Watcher(count: count, waiting: waiting))
                return false
            }
            if isThere { waiting.resume() }
        }
    }
}
