import Synchronization

/// What ended a wait.
package enum Wake: Sendable, Hashable {
    case ready
    case timedOut
    case cancelled
    case closed
}

/// One place where one task waits for one thing.
///
///     idle ──signal──► ready ──wait──► idle
///     idle ──wait──► waiting ──signal, deadline, cancel, close──► idle
///
/// A signal that comes before the wait is kept; a second one adds nothing. All of it is one atomic
/// word, since each request goes through here: the word is one of ``State``, or it is the waiting
/// continuation.
package final class Waiter: Sendable {
    private enum State {
        static let idle: UInt = 0
        static let ready: UInt = 1
        static let closed: UInt = 2
        /// The poller looks at the waiting continuation and its deadline; it gives back either.
        static let held: UInt = 3
        /// A cancellation came while the poller looked.
        static let heldCancelled: UInt = 4

        /// Whether the word is a continuation: no address is as small as the states are.
        static func isWaiting(_ state: UInt) -> Bool { state > heldCancelled }
    }

    private let state = Atomic(State.idle)
    /// Of the present wait; written before its continuation is.
    private let deadline = Atomic(Nanoseconds.max)
    /// The moment at which the poller looks here again; the largest where it does not.
    private let armed = Atomic(Nanoseconds.max)
    private let poller: Poller

    package init(poller: Poller) {
        self.poller = poller
    }

    /// Says that what is waited for is there.
    package func signal() { finish(.ready, keeping: State.ready) }

    /// Ends this wait and every later one.
    package func close() { finish(.closed, keeping: State.closed) }

    /// Whether a signal is kept; it is forgotten.
    package func takeSignal() -> Bool { move(State.ready, State.idle) }

    /// Waits for a signal; at most one task waits at a time.
    package func wait(until deadline: Nanoseconds? = nil) async -> Wake {
        if takeSignal() { return .ready }
        if state.load(ordering: .acquiring) == State.closed { return .closed }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                register(continuation, deadline ?? .max)
                // A cancellation from before the registration found nobody to wake.
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            cancel()
        }
    }

    private func register(
        _ continuation: UnsafeContinuation<Wake, Never>,
        _ deadline: Nanoseconds
    ) {
        self.deadline.store(deadline, ordering: .relaxed)
        while !move(State.idle, Self.word(continuation)) {
            if takeSignal() { return continuation.resume(returning: .ready) }
            if state.load(ordering: .acquiring) != State.idle {
                return continuation.resume(returning: .closed)
            }
        }
        // Deadlines move away from one wait to the next: an earlier moment serves, and the poller
        // then sees how much is left.
        guard deadline < armed.load(ordering: .sequentiallyConsistent) else { return }
        armed.store(deadline, ordering: .sequentiallyConsistent)
        poller.arm(self, at: deadline)
    }

    private func cancel() { finish(.cancelled, keeping: State.idle) }

    /// Ends the wait that there is, or keeps `rest` for the next one.
    private func finish(_ wake: Wake, keeping rest: UInt) {
        var state = state.load(ordering: .acquiring)
        while true {
            let next: UInt
            switch state {
            case State.closed, rest: return
            case State.idle, State.ready: next = rest == State.idle ? state : rest
            case State.held, State.heldCancelled:
                next = rest == State.idle ? State.heldCancelled : rest
            default: next = rest == State.closed ? rest : State.idle
            }
            let (done, found) = self.state.weakCompareExchange(
                expected: state,
                desired: next,
                ordering: .sequentiallyConsistent
            )
            guard done else {
                state = found
                continue
            }
            if State.isWaiting(state) { Self.continuation(state).resume(returning: wake) }
            return
        }
    }

    /// Ends a wait whose time is over; gives the moment to look again where it is not.
    ///
    /// Only the poller asks, with the moment at which it was to look; another than the one last
    /// agreed on is out of date.
    func timePassed(_ now: Nanoseconds, armedAt moment: Nanoseconds) -> Nanoseconds? {
        let (isArmed, _) = armed.compareExchange(
            expected: moment,
            desired: .max,
            ordering: .sequentiallyConsistent
        )
        guard isArmed else { return nil }
        let waiting = state.load(ordering: .sequentiallyConsistent)
        guard State.isWaiting(waiting), move(waiting, State.held) else { return nil }
        // While it is held, the task sleeps and the deadline stays what it is.
        let deadline = deadline.load(ordering: .relaxed)
        if deadline <= now {
            end(waiting, otherwise: .timedOut)
            return nil
        }
        if deadline < .max { armed.store(deadline, ordering: .sequentiallyConsistent) }
        guard move(State.held, waiting) else {
            armed.store(.max, ordering: .sequentiallyConsistent)
            end(waiting, otherwise: .cancelled)
            return nil
        }
        return deadline < .max ? deadline : nil
    }

    /// Forgets that the poller will look here at a moment, unless somebody waits.
    func abandon(_ moment: Nanoseconds) -> Bool {
        if State.isWaiting(state.load(ordering: .sequentiallyConsistent)) { return false }
        let (wasArmed, _) = armed.compareExchange(
            expected: moment,
            desired: .max,
            ordering: .sequentiallyConsistent
        )
        guard wasArmed, State.isWaiting(state.load(ordering: .sequentiallyConsistent)) else {
            return true
        }
        // A wait began meanwhile, and may have counted on the moment.
        armed.store(moment, ordering: .sequentiallyConsistent)
        return false
    }

    /// Ends a wait that is held, by what came meanwhile or else as the poller says.
    private func end(_ waiting: UInt, otherwise wake: Wake) {
        let continuation = Self.continuation(waiting)
        if move(State.held, State.idle) { return continuation.resume(returning: wake) }
        if move(State.heldCancelled, State.idle) {
            return continuation.resume(returning: .cancelled)
        }
        continuation.resume(returning: takeSignal() ? .ready : .closed)
    }

    private func move(_ from: UInt, _ to: UInt) -> Bool {
        state.compareExchange(
            expected: from,
            desired: to,
            ordering: .sequentiallyConsistent
        ).exchanged
    }

    private static func word(_ continuation: UnsafeContinuation<Wake, Never>) -> UInt {
        unsafeBitCast(continuation, to: UInt.self)
    }

    private static func continuation(_ word: UInt) -> UnsafeContinuation<Wake, Never> {
        unsafeBitCast(word, to: UnsafeContinuation<Wake, Never>.self)
    }
}
