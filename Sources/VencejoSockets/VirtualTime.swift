import Synchronization
import VencejoConcurrency

/// A poller whose time stands still while anything happens.
///
///     tasks to run, or events? ──yes──► run them
///              │ no
///              ▼
///     the next moment anybody waits for ──► time jumps there ──► …
///
/// All tasks of a test run on its thread, so that nothing happens elsewhere: what is there, on both
/// ends of every connection, is done before time goes on.
package final class VirtualTime: TimeDriver, Hashable {
    /// Asked for the next moment when nothing is left to do; gives the moment that came, nil for none.
    package typealias Idle = @Sendable (_ earliestTimer: Duration?) -> Duration?

    package let poller: Poller

    /// Time that begins now, with nobody who moves it.
    package init() throws(SocketError) {
        poller = try Poller(moment: VirtualMoment())
    }

    deinit { poller.stop() }

    /// The time since the beginning.
    package func move(to offset: Duration) { poller.moment?.move(to: offset, poller) }

    /// Lets `idle` move the time whenever nothing else is to be done; nil leaves it to ``move(to:)``.
    package func setIdle(_ idle: Idle?) { poller.moment?.setIdle(idle, poller) }

    /// Runs `body`, and all that it begins, where this time is seen.
    package func inside<Value: Sendable, Failure: Error>(
        _ body: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await TaskHome.$executor.withValue(poller) {
            await withTaskExecutorPreference(poller) { await typed(body) }
        }.get()
    }

    package static func == (left: VirtualTime, right: VirtualTime) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The moment of a poller in virtual time.
final class VirtualMoment: Sendable {
    /// Close to the system's own, so that moments of both compare as they would.
    private let base = MonotonicClock.system()
    private let moment: Atomic<Nanoseconds>
    private let idle = Locked<VirtualTime.Idle?>(nil)

    init() {
        moment = Atomic(base)
    }

    var now: Nanoseconds { moment.load(ordering: .acquiring) }

    func move(to offset: Duration, _ poller: Poller) {
        set(offset)
        poller.inside.withLock { $0.wake() }
    }

    func setIdle(_ idle: VirtualTime.Idle?, _ poller: Poller) {
        self.idle.withLock { $0 = idle }
        poller.inside.withLock { $0.wake() }
    }

    /// Moves to the next moment that anybody waits for; false where nobody does.
    func jump(earliestTimer: Nanoseconds?) -> Bool {
        guard let idle = idle.withLock({ $0 }) else { return false }
        let timer = earliestTimer.map { Duration(nanoseconds: $0 > base ? $0 - base : 0) }
        guard let offset = idle(timer) else { return false }
        set(offset)
        return true
    }

    private func set(_ offset: Duration) {
        moment.store(base + (offset.nanoseconds ?? 0), ordering: .releasing)
    }
}
