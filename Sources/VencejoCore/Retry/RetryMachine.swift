public import VencejoHTTP

/// Why a failed call is not made again.
public enum RetryRefusal: Sendable, Hashable {
    /// The failure would come back, or the caller wants no more.
    case notRetriable
    /// The policy's limit is reached.
    case limit
    /// Sending it twice could do twice what should be done once.
    case notIdempotent
    /// The body was a stream that cannot be made again.
    case notReplayable
    /// The retries of this policy's calls have used up their share.
    case budget
    /// The server asks for a longer wait than the policy or the call's time allows.
    case tooLong
}

/// What one logical call has tried, and whether it tries again; a value, without time of its own.
package struct RetryMachine: Sendable {
    /// What came of an attempt.
    package enum Outcome: Sendable {
        case answer(HTTPStatus, retryAfter: String?)
        case failure(NetworkError.Kind)
    }

    package enum Verdict: Sendable, Hashable {
        case done
        case giveUp(RetryRefusal)
        case again(after: Duration)
    }

    /// The moment of a decision.
    package struct Moment: Sendable {
        /// What is left of the call's whole time; nil without limit.
        package var remaining: Duration?
        package var secondsSince1970: Int
        package var random: UInt64

        package init(remaining: Duration?, secondsSince1970: Int, random: UInt64) {
            self.remaining = remaining
            self.secondsSince1970 = secondsSince1970
            self.random = random
        }
    }

    private let policy: RetryPolicy
    private let isSafeToRepeat: Bool
    private let isReplayable: Bool
    package private(set) var retries = 0

    package init(_ policy: RetryPolicy, request: Request) {
        self.policy = policy
        isSafeToRepeat =
            request.method.isIdempotent || request.headers.contains(.idempotencyKey)
        isReplayable = request.body.isReplayable
    }

    /// Decides after an attempt; `.again` counts as a retry that is made.
    package mutating func decide(_ outcome: Outcome, at moment: Moment) -> Verdict {
        guard let fault = fault(outcome) else { return .done }
        if !fault.isRetriable { return .giveUp(.notRetriable) }
        if retries >= policy.limit { return .giveUp(.limit) }
        if !isReplayable { return .giveUp(.notReplayable) }
        if !isSafeToRepeat, !fault.neverArrived { return .giveUp(.notIdempotent) }
        guard let wait = wait(fault.retryAfter, moment) else { return .giveUp(.tooLong) }
        if let budget = policy.budget, !budget.spend() { return .giveUp(.budget) }
        retries += 1
        return .again(after: wait)
    }

    private struct Fault {
        var isRetriable: Bool
        var neverArrived = false
        var retryAfter: String?
    }

    private func fault(_ outcome: Outcome) -> Fault? {
        switch outcome {
        case .answer(let status, let retryAfter):
            if policy.statuses.contains(status.code) {
                return Fault(isRetriable: true, retryAfter: retryAfter)
            }
            return status.code < 400 ? nil : Fault(isRetriable: false)
        case .failure(let kind):
            return Fault(isRetriable: Self.mayPass(kind), neverArrived: Self.neverArrived(kind))
        }
    }

    /// Whether the failure may be gone the next time.
    private static func mayPass(_ kind: NetworkError.Kind) -> Bool {
        switch kind {
        case .noConnection(.exhausted), .noConnection(.offline), .timedOut(.total),
            .timedOut(.queue):
            false
        case .noConnection, .timedOut, .invalidResponse, .tls(.cut): true
        case .proxy(let failure):
            switch failure.reason {
            case .noConnection(let reason): mayPass(.noConnection(reason))
            case .tls(let reason): mayPass(.tls(reason))
            case .refused(let status): status.code >= 500
            default: false
            }
        default: false
        }
    }

    /// Whether the server cannot have seen the request.
    private static func neverArrived(_ kind: NetworkError.Kind) -> Bool {
        switch kind {
        case .noConnection(.refused), .noConnection(.nameNotFound), .noConnection(.unreachable),
            .timedOut(.nameLookup), .timedOut(.connect), .timedOut(.tls), .tls(.cut), .proxy:
            true
        default: false
        }
    }

    /// The wait, never shorter than the server asks; nil where that is too long.
    private func wait(_ retryAfter: String?, _ moment: Moment) -> Duration? {
        var wait = policy.backoff.wait(beforeRetry: retries + 1, random: moment.random)
        let now = moment.secondsSince1970
        if let retryAfter, let asked = RetryAfter(retryAfter, now: now) {
            let seconds = asked.seconds(from: now)
            guard seconds <= Int(policy.maximumRetryAfter.components.seconds) else { return nil }
            // Jitter comes on top: nobody is earlier than the server said.
            wait += .seconds(seconds)
        }
        if let remaining = moment.remaining, wait >= remaining { return nil }
        return wait
    }
}

extension HeaderName {
    /// The key by which a server knows a call that it has already served.
    public static let idempotencyKey: HeaderName = "Idempotency-Key"
}
