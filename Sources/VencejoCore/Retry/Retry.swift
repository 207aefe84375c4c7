import VencejoConcurrency
import VencejoHTTP

/// Makes failed calls again, by a ``RetryPolicy``.
///
///     attempt ──► answer or failure ──► RetryMachine ──► done, give up, or wait and again
///
/// The whole call, waits included, keeps to `timeouts.total`. Every attempt of a call carries the
/// same `Idempotency-Key`. Cancelling ends a wait at once.
public struct Retry: Middleware {
    private let policy: RetryPolicy

    public init(_ policy: RetryPolicy = .exponential()) {
        self.policy = policy
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        let policy = request.context.retry ?? policy
        guard policy.limit > 0 else { return try await next(request) }
        policy.budget?.earn()
        var attempt = Self.keyed(request, policy)
        var machine = RetryMachine(policy, request: attempt)
        let time = request.context.time
        let watch = CallWatch(time)
        while true {
            let remaining = request.timeouts.total.map { $0 - watch.spent }
            attempt.timeouts.total = remaining.map {
                Self.share(of: $0, lastAttempt: machine.retries >= policy.limit)
            }
            let sent = attempt
            let result = await typed { () throws(NetworkError) in try await next(sent) }
            let moment = RetryMachine.Moment(
                remaining: request.timeouts.total.map { $0 - watch.spent },
                secondsSince1970: time.secondsSince1970,
                random: request.context.random()
            )
            switch machine.decide(Self.outcome(result, total: moment.remaining), at: moment) {
            case .done: return try result.get()
            case .giveUp(let refusal):
                if refusal != .notRetriable { attempt.report(.gaveUp(refusal)) }
                return try result.get()
            case .again(let wait):
                if case .success(let response) = result { await response.body.discard() }
                attempt.report(.waiting(wait, before: .retry(attempt: attempt.attempt + 1)))
                try await Self.sleep(wait, time, sent)
                attempt.attempt += 1
            }
        }
    }

    private static func sleep(
        _ wait: Duration,
        _ time: TimeSource,
        _ request: Request
    ) async throws(NetworkError) {
        do throws(NetworkError) {
            try await time.sleep(for: wait)
        } catch {
            throw NetworkError(error.kind, request: request, underlying: error.underlying)
        }
    }

    private static func keyed(_ request: Request, _ policy: RetryPolicy) -> Request {
        guard policy.addsIdempotencyKey, request.method == .post || request.method == .patch,
            !request.headers.contains(.idempotencyKey)
        else { return request }
        var keyed = request
        keyed.headers[.idempotencyKey] = IdempotencyKey.make(request.context.random)
        return keyed
    }

    /// Half of what is left, so that an attempt that hangs leaves time for another; the last gets
    /// all of it.
    private static func share(of remaining: Duration, lastAttempt: Bool) -> Duration {
        lastAttempt ? remaining : max(remaining / 2, min(remaining, .seconds(1)))
    }

    private static func outcome(
        _ result: Result<Response, NetworkError>,
        total remaining: Duration?
    ) -> RetryMachine.Outcome {
        switch result {
        case .success(let response):
            return .answer(response.status, retryAfter: response.headers[.retryAfter])
        case .failure(let error):
            if case .status(let status) = error.kind {
                return .answer(status, retryAfter: error.response?.headers[.retryAfter])
            }
            // An attempt's share of the time is up, not the call's.
            if error.kind == .timedOut(.total), let remaining, remaining > .zero {
                return .failure(.timedOut(.response))
            }
            return .failure(error.kind)
        }
    }
}

extension Layer {
    /// Makes failed calls again where that is safe: `.retry(.exponential(limit: 3))`.
    public static func retry(_ policy: RetryPolicy = .exponential()) -> Layer {
        Layer(Retry(policy))
    }
}
