package import VencejoHTTP

/// When the next call may go to one host; a value, without time of its own.
///
/// Calls are spread evenly: each has its moment, one interval after the one before. The interval
/// is the caller's, or what the server's own limit leaves, whichever is longer.
package struct PaceMachine: Sendable {
    /// The part of a server's quota that is used: its window and ours do not begin together.
    private static let caution = 0.95
    /// No server stops a client for longer than this.
    private static let longestPause = Duration.seconds(3_600)

    /// The interval that the caller wants at least.
    private let own: Duration
    /// How many intervals may be used at once after a quiet time.
    private let burst: Int
    private var learned = Duration.zero
    /// The moment that belongs to the next call.
    private var next = Duration.zero
    private var window: Int?

    package init(perSecond rate: Double?, burst: Int = 1) {
        own = Self.interval(rate)
        self.burst = min(max(1, burst), 1_000_000)
    }

    private static func interval(_ rate: Double?) -> Duration {
        guard let rate, rate > 0, rate.isFinite else { return .zero }
        return .seconds(min(1 / rate, 3_600))
    }

    /// Takes a place; the time to wait where there is none yet, and then nothing is taken.
    package mutating func admit(at now: Duration) -> Duration {
        let interval = max(own, learned)
        // A server's limit leaves no room for bursts: it counts in windows of its own.
        let credit = learned > own ? .zero : own * (burst - 1)
        let wait = next - credit - now
        if wait > .zero { return wait }
        next = max(next, now) + interval
        return .zero
    }

    /// Learns from an answer.
    package mutating func learn(
        _ headers: Headers,
        status: HTTPStatus,
        at now: Duration,
        secondsSince1970: Int
    ) {
        if let limit = RateLimit(headers, secondsSince1970: secondsSince1970) {
            learn(limit, at: now)
        }
        guard status == 429 || status == 503, let value = headers[.retryAfter],
            let asked = RetryAfter(value, now: secondsSince1970)
        else { return }
        pause(seconds: asked.seconds(from: secondsSince1970), at: now)
    }

    package mutating func learn(_ limit: RateLimit, at now: Duration) {
        window = limit.window ?? window ?? Self.window(limit)
        if let quota = limit.quota, let window {
            learned = quota > 0 ? Self.interval(Double(quota) * Self.caution / Double(window)) : own
        }
        guard limit.remaining == 0, let reset = limit.reset else { return }
        pause(seconds: min(reset, window ?? reset), at: now)
    }

    /// A window that has hardly begun is as long as what is left of it.
    private static func window(_ limit: RateLimit) -> Int? {
        guard let quota = limit.quota, let remaining = limit.remaining, let reset = limit.reset,
            reset > 0, remaining >= quota - max(1, quota / 10)
        else { return nil }
        return reset
    }

    private mutating func pause(seconds: Int, at now: Duration) {
        next = max(next, now + min(.seconds(seconds), Self.longestPause))
    }
}
