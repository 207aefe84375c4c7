import VencejoConcurrency

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
/// A signal that comes before the wait is kept; a second one adds nothing.
package final class Waiter: Sendable {
    private enum State: Sendable {
        case idle
        case ready
        case waiting(CheckedContinuation<Wake, Never>, Nanoseconds?)
        case closed
    }

    private struct Inside: Sendable {
        var state = State.idle
        /// The moment at which the poller looks here again, if it does.
        var armed: Nanoseconds?
    }

    private let inside = Locked(Inside())
    private let poller: Poller

    package init(poller: Poller) {
        self.poller = poller
    }

    /// Says that what is waited for is there.
    package func signal() { finish(.ready, keeping: .ready) }

    /// Ends this wait and every later one.
    package func close() { finish(.closed, keeping: .closed) }

    /// Whether a signal is kept; it is forgotten.
    package func takeSignal() -> Bool {
        inside.withLock { inside in
            guard case .ready = inside.state else { return false }
            inside.state = .idle
            return true
        }
    }

    /// Waits for a signal; at most one task waits at a time.
    package func wait(until deadline: Nanoseconds? = nil) async -> Wake {
        let early: Wake? = inside.withLock { inside in
            switch inside.state {
            case .ready:
                inside.state = .idle
                return .ready
            case .closed: return .closed
            case .idle, .waiting: return nil
            }
        }
        if let early { return early }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                register(continuation, deadline)
                // A cancellation from before the registration found nobody to wake.
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            cancel()
        }
    }

    private func register(
        _ continuation: CheckedContinuation<Wake, Never>,
        _ deadline: Nanoseconds?
    ) {
        var mustArm = false
        let early: Wake? = inside.withLock { inside in
            switch inside.state {
            case .ready:
                inside.state = .idle
                return .ready
            case .closed, .waiting: return .closed
            case .idle:
                inside.state = .waiting(continuation, deadline)
                if let deadline, deadline < inside.armed ?? .max {
                    inside.armed = deadline
                    mustArm = true
                }
                return nil
            }
        }
        if let early {
            continuation.resume(returning: early)
        } else if mustArm, let deadline {
            poller.arm(self, at: deadline)
        }
    }

    private func cancel() { finish(.cancelled, keeping: .idle) }

    private func finish(_ wake: Wake, keeping rest: State) {
        let waiting: CheckedContinuation<Wake, Never>? = inside.withLock { inside in
            switch inside.state {
            case .waiting(let continuation, _):
                if case .closed = rest { inside.state = .closed } else { inside.state = .idle }
                return continuation
            case .closed: return nil
            case .idle, .ready:
                if case .idle = rest { return nil }
                inside.state = rest
                return nil
            }
        }
        waiting?.resume(returning: wake)
    }

    /// Ends a wait whose time is over; gives the moment to look again where it is not.
    func timePassed(_ now: Nanoseconds) -> Nanoseconds? {
        var due: CheckedContinuation<Wake, Never>?
        let next: Nanoseconds? = inside.withLock { inside in
            inside.armed = nil
            guard case .waiting(let continuation, .some(let deadline)) = inside.state else {
                return nil
            }
            if deadline <= now {
                inside.state = .idle
                due = continuation
                return nil
            }
            inside.armed = deadline
            return deadline
        }
        due?.resume(returning: .timedOut)
        return next
    }
}
