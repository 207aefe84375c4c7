#if os(Linux)
import VencejoCore
import VencejoSockets

/// One call on its way: its request, its clock and what each phase took.
struct Call: Sendable {
    let request: Request
    var timings = Timings()
    /// When the call left the queue, from which its time counts.
    var start: Nanoseconds

    init(_ request: Request) {
        self.request = request
        start = MonotonicClock.now()
    }

    /// The end of a phase that begins now, or of the whole call where that comes first.
    func deadline(_ limit: Duration?, from moment: Nanoseconds) -> Nanoseconds? {
        let phase = MonotonicClock.deadline(after: limit, from: moment)
        guard let total = MonotonicClock.deadline(after: request.timeouts.total, from: start) else {
            return phase
        }
        return min(total, phase ?? .max)
    }

    /// Whose time was over: the whole call's or the phase's.
    func blame(_ phase: NetworkError.Phase) -> NetworkError.Phase {
        guard let total = MonotonicClock.deadline(after: request.timeouts.total, from: start) else {
            return phase
        }
        return MonotonicClock.now() >= total ? .total : phase
    }

    func since(_ moment: Nanoseconds) -> Duration {
        let now = MonotonicClock.now()
        return Duration(nanoseconds: now > moment ? now - moment : 0)
    }
}
#endif
