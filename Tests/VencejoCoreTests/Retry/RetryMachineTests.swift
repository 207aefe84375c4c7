import Testing
import VencejoCore
import VencejoHTTP

struct RetryMachineTests {
    struct Row: Sendable {
        let method: HTTPMethod
        let outcome: RetryMachine.Outcome
        let verdict: RetryMachine.Verdict
        var headers: Headers = [:]
    }

    /// 200 ms at most before the first retry; with all bits set nearly all of it.
    static let first = RetryMachine.Verdict.again(after: .milliseconds(100))
    static let rows: [Row] = [
        Row(method: .get, outcome: .answer(200, retryAfter: nil), verdict: .done),
        Row(method: .get, outcome: .answer(304, retryAfter: nil), verdict: .done),
        Row(
            method: .get,
            outcome: .answer(404, retryAfter: "1"),
            verdict: .giveUp(.notRetriable)
        ),
        Row(
            method: .get,
            outcome: .answer(501, retryAfter: nil),
            verdict: .giveUp(.notRetriable)
        ),
        Row(method: .get, outcome: .answer(503, retryAfter: nil), verdict: first),
        Row(method: .put, outcome: .answer(408, retryAfter: nil), verdict: first),
        Row(method: .delete, outcome: .answer(425, retryAfter: nil), verdict: first),
        Row(method: .query, outcome: .answer(500, retryAfter: nil), verdict: first),
        Row(method: .head, outcome: .answer(502, retryAfter: nil), verdict: first),
        Row(method: .options, outcome: .answer(504, retryAfter: nil), verdict: first),
        Row(
            method: .post,
            outcome: .answer(503, retryAfter: nil),
            verdict: .giveUp(.notIdempotent)
        ),
        Row(
            method: .post,
            outcome: .answer(503, retryAfter: nil),
            verdict: first,
            headers: ["Idempotency-Key": "k"]
        ),
        Row(
            method: .post,
            outcome: .failure(.noConnection(.reset)),
            verdict: .giveUp(.notIdempotent)
        ),
        Row(method: .post, outcome: .failure(.noConnection(.refused)), verdict: first),
        Row(method: .post, outcome: .failure(.timedOut(.tls)), verdict: first),
        Row(method: .get, outcome: .failure(.invalidResponse("cut")), verdict: first),
        Row(
            method: .get,
            outcome: .failure(.timedOut(.total)),
            verdict: .giveUp(.notRetriable)
        ),
        Row(method: .get, outcome: .failure(.cancelled), verdict: .giveUp(.notRetriable)),
        Row(
            method: .get,
            outcome: .failure(.tls(.expired)),
            verdict: .giveUp(.notRetriable)
        ),
        Row(
            method: .get,
            outcome: .failure(.noConnection(.exhausted)),
            verdict: .giveUp(.notRetriable)
        ),
        Row(
            method: .get,
            outcome: .answer(429, retryAfter: "7"),
            verdict: .again(after: .milliseconds(7_100))
        ),
        Row(
            method: .get,
            outcome: .answer(503, retryAfter: "Thu, 01 Jan 2026 00:00:09 GMT"),
            verdict: .again(after: .milliseconds(9_100))
        ),
        Row(
            method: .get,
            outcome: .answer(503, retryAfter: "Wed, 31 Dec 2025 00:00:09 GMT"),
            verdict: first
        ),
        Row(method: .get, outcome: .answer(503, retryAfter: "soon"), verdict: first),
        Row(method: .get, outcome: .answer(429, retryAfter: "121"), verdict: .giveUp(.tooLong)),
        Row(
            method: .get,
            outcome: .answer(429, retryAfter: "99999999999999999999"),
            verdict: .giveUp(.tooLong)
        ),
    ]

    private func moment(remaining: Duration? = nil) -> RetryMachine.Moment {
        RetryMachine.Moment(
            remaining: remaining,
            secondsSince1970: 1_767_225_600,
            random: 1 << 63
        )
    }

    private func machine(
        _ request: Request,
        _ policy: RetryPolicy = .exponential(limit: 3)
    ) -> RetryMachine {
        RetryMachine(policy, request: request)
    }

    private func request(_ method: HTTPMethod = .get, headers: Headers = [:]) throws -> Request {
        Request(method, try #require(URI("https://example.com/")), headers: headers)
    }

    @Test(arguments: rows) func `each outcome has its verdict`(row: Row) throws {
        var machine = machine(try request(row.method, headers: row.headers))
        #expect(machine.decide(row.outcome, at: moment()) == row.verdict)
    }

    @Test func `the limit ends a call, and waits grow to the cap`() throws {
        var policy = RetryPolicy.exponential(limit: 6, base: .seconds(1), cap: .seconds(5))
        policy.budget = nil
        var machine = machine(try request(), policy)
        let waits = (0..<7).map { _ in
            machine.decide(.answer(503, retryAfter: nil), at: moment())
        }
        #expect(
            waits == [500, 1_000, 2_000, 2_500, 2_500, 2_500].map {
                .again(after: .milliseconds($0))
            }
                + [.giveUp(.limit)]
        )
    }

    @Test func `a wait that the call's time does not allow ends it at once`() throws {
        var patient = machine(try request())
        let outcome = RetryMachine.Outcome.answer(503, retryAfter: "5")
        #expect(patient.decide(outcome, at: moment(remaining: .seconds(5))) == .giveUp(.tooLong))
        #expect(
            patient.decide(outcome, at: moment(remaining: .seconds(6)))
                == .again(after: .milliseconds(5_100))
        )
    }

    @Test func `a body that is gone is not sent again`() throws {
        var request = try request(.put)
        request.body = .stream(isReplayable: false) { AsyncStream<[UInt8]> { $0.finish() } }
        var machine = machine(request)
        #expect(
            machine.decide(.answer(503, retryAfter: nil), at: moment()) == .giveUp(.notReplayable)
        )
    }

    @Test func `a server where everything fails gets a fifth more and no more`() throws {
        let policy = RetryPolicy.exponential(limit: 3)
        let request = try request()
        var sent = 0
        for _ in 0..<1_000 {
            policy.budget?.earn()
            var machine = machine(request, policy)
            sent += 1
            while case .again = machine.decide(.answer(503, retryAfter: nil), at: moment()) {
                sent += 1
            }
        }
        #expect(sent > 1_150)
        #expect(sent <= 1_210)
    }
}

struct BackoffTests {
    @Test(arguments: [UInt64.min, 1, 1 << 62, .max])
    func `a wait lies between nothing and the ceiling`(random: UInt64) {
        let backoff = Backoff(base: .seconds(1), cap: .seconds(30))
        for number in [0, 1, 2, 5, 6, 7, 1_000_000] {
            let wait = backoff.wait(beforeRetry: number, random: random)
            #expect(wait >= .zero)
            #expect(wait <= backoff.ceiling(beforeRetry: number))
        }
        #expect(backoff.ceiling(beforeRetry: 5) == .seconds(16))
        #expect(backoff.ceiling(beforeRetry: 6) == .seconds(30))
    }

    @Test func `odd configurations neither trap nor wait for ever`() {
        #expect(Backoff(base: .zero, cap: .seconds(1)).ceiling(beforeRetry: .max) == .zero)
        #expect(Backoff(base: .seconds(-1), cap: .seconds(1)).ceiling(beforeRetry: 3) == .zero)
        #expect(Backoff(base: .seconds(9), cap: .seconds(1)).ceiling(beforeRetry: 1) == .seconds(1))
    }
}
