#if os(Linux)
import VencejoCore
import VencejoSockets

/// One call on its way: its request, its clock and what each phase took.
struct Call: Sendable {
    let request: Request
    var timings = Timings()
    /// When the call left the queue, from which its time counts.
    private(set) var start: Nanoseconds
    /// How long the whole call may take from then on.
    private var total: Duration?

    init(_ request: Request) {
        self.request = request
        start = MonotonicClock.now()
        total = request.timeouts.total
    }

    /// Notes that the wait for a connection is over: it counts towards nothing else.
    mutating func leaveLine(at moment: Nanoseconds) {
        let wait = Duration(nanoseconds: moment > start ? moment - start : 0)
        timings.queued = (timings.queued ?? .zero) + wait
        start = moment
        // Only the work around the call did not stand still.
        let left = Deadline.leaveLine(after: wait)
        total = total.map { min($0, left ?? $0) }
    }

    /// The end of a phase that begins now, or of the whole call where that comes first.
    func deadline(_ limit: Duration?, from moment: Nanoseconds) -> Nanoseconds? {
        let phase = MonotonicClock.deadline(after: limit, from: moment)
        guard let total = MonotonicClock.deadline(after: total, from: start) else {
            return phase
        }
        return min(total, phase ?? .max)
    }

    /// Whose time was over: the whole call's or the phase's.
    func blame(_ phase: NetworkError.Phase) -> NetworkError.Phase {
        guard let total = MonotonicClock.deadline(after: total, from: start) else {
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
