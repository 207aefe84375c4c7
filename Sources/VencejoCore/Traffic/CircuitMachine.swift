/// Whether a host in trouble is asked at all; a value, without time of its own.
///
///     closed ──failures──► open ──time──► half-open ──success──► closed
///                           ▲                 └──failure──┘
package struct CircuitMachine: Sendable {
    package enum State: Sendable, Hashable {
        case closed(failures: Int)
        case open(until: Duration)
        /// One call is under way to find out; it is believed lost after this moment.
        case halfOpen(until: Duration)
    }

    package enum Admission: Sendable, Hashable {
        case go
        case refused(for: Duration)
    }

    package private(set) var state = State.closed(failures: 0)
    private let threshold: Int
    private let pause: Duration

    package init(failures threshold: Int, pause: Duration) {
        self.threshold = max(1, threshold)
        self.pause = max(.zero, pause)
    }

    /// Asks to make a call.
    package mutating func admit(at now: Duration) -> Admission {
        switch state {
        case .closed: return .go
        case .open(let moment), .halfOpen(let moment):
            if now < moment { return .refused(for: moment - now) }
            state = .halfOpen(until: now + pause)
            return .go
        }
    }

    /// Notes what came of a call.
    package mutating func note(isFailure: Bool, at now: Duration) {
        switch state {
        case .closed(let failures):
            guard isFailure else {
                state = .closed(failures: 0)
                return
            }
            state =
                failures + 1 >= threshold
                ? .open(until: now + pause) : .closed(failures: failures + 1)
        case .halfOpen:
            state = isFailure ? .open(until: now + pause) : .closed(failures: 0)
        case .open:
            // A call from before: what it found is known.
            return
        }
    }

    /// Notes that a call ended without saying anything about the host, for it was cancelled.
    package mutating func forget(at now: Duration) {
        if case .halfOpen = state { state = .open(until: now) }
    }
}
