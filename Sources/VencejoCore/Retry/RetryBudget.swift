import VencejoConcurrency

/// What bounds the load that retries add to a server in trouble.
///
/// Each call earns a part of a retry (a fifth by default), each retry costs a whole one: when
/// everything fails, the server gets at most 20 % more than it was asked. A reserve lets a client
/// that calls seldom retry at all.
public final class RetryBudget: Sendable {
    private let share: Double
    private let reserve: Double
    private let earned: Locked<Double>

    /// A budget of its own.
    ///
    /// - Parameters:
    ///   - share: The retries that one call earns, 0.2 by default.
    ///   - reserve: The retries that may be made before any are earned, and the most saved up.
    public init(share: Double = 0.2, reserve: Int = 10) {
        self.share = max(0, share)
        self.reserve = Double(max(0, reserve))
        earned = Locked(Double(max(0, reserve)))
    }

    /// Notes a call.
    package func earn() {
        earned.withLock { $0 = min($0 + share, max(reserve, 1)) }
    }

    /// Takes a retry out; false when there is none left.
    package func spend() -> Bool {
        earned.withLock { earned in
            guard earned >= 1 else { return false }
            earned -= 1
            return true
        }
    }
}
