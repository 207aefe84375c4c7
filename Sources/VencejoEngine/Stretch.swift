#if os(Linux)
import VencejoCore
import VencejoSockets

/// Counts steps that are taken without a wait.
///
/// A wait sees the time, a cancellation and other tasks; where it is never needed, because the
/// other side does not pause, they are looked at every so often.
struct Stretch: Sendable {
    static let longest = 16
    private var steps = 0

    /// Takes a step; true where it is time to look up.
    mutating func isOver() -> Bool {
        steps += 1
        guard steps >= Self.longest else { return false }
        steps = 0
        return true
    }
}

extension Call {
    /// Fails where the call is cancelled, or a deadline or the time of the whole call is over.
    func check(
        _ deadline: Nanoseconds? = nil,
        _ phase: NetworkError.Phase = .total
    ) throws(EngineFault) {
        if Task.isCancelled { throw EngineFault(.cancelled) }
        guard let end = deadline ?? self.deadline(nil, from: start), end <= MonotonicClock.now()
        else { return }
        throw EngineFault(.timedOut(blame(phase)))
    }
}
#endif
