/// How long to wait before each retry: exponential with full jitter.
///
/// Before retry `n` (1 is the first) the wait is a random part of
/// `min(cap, base × 2ⁿ⁻¹)`, so that many clients that failed together do not come back together.
public struct Backoff: Sendable, Hashable {
    /// The most that the first retry waits.
    public var base: Duration
    /// The most that any retry waits.
    public var cap: Duration
    /// Whether chance shortens the waits.
    public var hasJitter: Bool

    public init(
        base: Duration = .milliseconds(200),
        cap: Duration = .seconds(20),
        hasJitter: Bool = true
    ) {
        self.base = base
        self.cap = cap
        self.hasJitter = hasJitter
    }

    /// The longest wait before a retry, 1 being the first.
    public func ceiling(beforeRetry number: Int) -> Duration {
        var ceiling = min(max(base, .zero), cap)
        // Doubling ends at the cap, whatever the number.
        for _ in 1..<max(number, 1) {
            if ceiling * 2 >= cap { return cap }
            if ceiling == .zero { return .zero }
            ceiling *= 2
        }
        return ceiling
    }

    /// The wait before a retry, drawn with 64 random bits.
    public func wait(beforeRetry number: Int, random: UInt64) -> Duration {
        let ceiling = ceiling(beforeRetry: number)
        guard hasJitter else { return ceiling }
        return ceiling * (Double(random >> 11) / Double(1 << 53))
    }
}
