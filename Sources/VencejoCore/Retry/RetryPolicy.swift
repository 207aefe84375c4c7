import VencejoHTTP

/// Which failed calls are made again, how often and when.
///
///     method                              retried
///     GET, HEAD, PUT, DELETE, QUERY, …    yes: sending twice has the effect of sending once
///     POST, PATCH                         with an `Idempotency-Key`, which is added by default
///     any, when nothing can have arrived  yes: refused, name not found, unreachable, no handshake
///     any, with a body that is gone       no: a stream that cannot be made again
public struct RetryPolicy: Sendable {
    /// How often a call is made again at most; 0 never.
    public var limit: Int
    public var backoff: Backoff
    /// The statuses that are tried again.
    public var statuses: Set<Int>
    /// Whether `POST` and `PATCH` get an `Idempotency-Key`, and are retried because of it.
    ///
    /// It is the same for every attempt of a call. Turn it off for a server that does not know it.
    public var addsIdempotencyKey: Bool
    /// The longest wait that a server may ask for; a call that is told to wait longer ends.
    public var maximumRetryAfter: Duration
    /// What bounds the load that retries add; shared by all calls of the policy.
    public var budget: RetryBudget?

    /// Retries at most `limit` times with growing waits and full jitter.
    public static func exponential(
        limit: Int = 3,
        base: Duration = .milliseconds(200),
        cap: Duration = .seconds(20)
    ) -> RetryPolicy {
        RetryPolicy(limit: limit, backoff: Backoff(base: base, cap: cap))
    }

    /// Retries at most `limit` times, after the same wait each time.
    public static func constant(_ wait: Duration, limit: Int = 3) -> RetryPolicy {
        RetryPolicy(
            limit: limit,
            backoff: Backoff(base: wait, cap: wait, hasJitter: false)
        )
    }

    /// Never retries.
    public static let never = RetryPolicy(limit: 0, backoff: Backoff())

    private init(limit: Int, backoff: Backoff) {
        self.limit = max(0, limit)
        self.backoff = backoff
        statuses = [408, 425, 429, 500, 502, 503, 504]
        addsIdempotencyKey = true
        maximumRetryAfter = .seconds(120)
        budget = RetryBudget()
    }
}

extension CallContext {
    /// The policy of this call in place of the pipeline's; `.never` for none.
    public var retry: RetryPolicy? {
        get { self[RetryKey.self] }
        set { self[RetryKey.self] = newValue }
    }
}

private enum RetryKey: CallContextKey {
    static let defaultValue: RetryPolicy? = nil
}
