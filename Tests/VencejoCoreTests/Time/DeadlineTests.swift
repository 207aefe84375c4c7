import Testing
import VencejoCore
import VencejoHTTP
import VencejoTesting

/// Asks something else before each call, as a credential or a look-up would.
private struct Asking: Middleware {
    let other: APIClient

    func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
        _ = try await other.get("nested")
        return try await next(request)
    }
}

struct DeadlineTests {
    private let clock = TestClock(skipsWaits: true)

    /// Takes so long over each answer.
    private func slow(_ wait: Duration) -> AnswerTransport {
        AnswerTransport { request throws(NetworkError) in
            try await request.context.time.sleep(for: wait)
            return Response(status: 200, request: request)
        }
    }

    private func api(_ transport: AnswerTransport, _ pipeline: Pipeline = []) -> APIClient {
        client(transport, pipeline: pipeline) { [clock] in $0.context.time = clock.timeSource }
    }

    @Test func `calls inside a deadline share what is left of it`() async throws {
        let transport = slow(.seconds(3))
        let api = api(transport)
        let error = await failure { () throws(NetworkError) in
            try await withDeadline(.seconds(5), on: clock.timeSource) { () throws(NetworkError) in
                while true { _ = try await api.get("x") as Response }
            }
        }
        #expect(error?.kind == .timedOut(.total))
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(5), .seconds(2)])
    }

    @Test func `an inner deadline cannot be later than the outer one`() async throws {
        let transport = slow(.seconds(1))
        let api = api(transport)
        try await withDeadline(.seconds(5), on: clock.timeSource) {
            try await withDeadline(.seconds(50), on: clock.timeSource) {
                _ = try await api.get("x")
            }
            try await withDeadline(.seconds(2), on: clock.timeSource) { _ = try await api.get("x") }
            _ = try await api.get("x")
        }
        #expect(
            transport.requests.map(\.timeouts.total) == [.seconds(5), .seconds(2), .seconds(3)]
        )
        #expect(Deadline.current == nil)
    }

    @Test func `a call within another call's middleware gets the rest of its time`() async throws {
        let (outer, inner) = (slow(.seconds(1)), slow(.seconds(4)))
        let api = api(outer, [.custom(Asking(other: api(inner)))])
        var request = try api.makeRequest(.get, "x")
        request.timeouts.total = .seconds(10)
        _ = try await api.perform(request)
        #expect(inner.requests.map(\.timeouts.total) == [.seconds(10)])
        #expect(outer.requests.map(\.timeouts.total) == [.seconds(6)])
    }

    @Test func `without a limit a call and what it asks have none`() async throws {
        let (outer, inner) = (slow(.seconds(1)), slow(.seconds(4)))
        _ = try await api(outer, [.custom(Asking(other: api(inner)))]).get("x")
        #expect(inner.requests.map(\.timeouts.total) == [nil])
        #expect(outer.requests.map(\.timeouts.total) == [nil])
    }

    @Test func `a renewal that others wait for too is not cut short by one call's time`()
        async throws
    {
        let (outer, inner) = (slow(.seconds(1)), slow(.seconds(1)))
        let asked = api(inner)
        let tokens = TokenSource(nil) { _ in
            _ = try await asked.get("token")
            return "t"
        }
        let api = api(outer, [.authenticate(.bearer(tokens))])
        var request = try api.makeRequest(.get, "x")
        request.timeouts.total = .seconds(10)
        _ = try await api.perform(request)
        #expect(inner.requests.map(\.timeouts.total) == [nil])
    }

    /// Waits so long for a connection, as the engine does, then sends the call on or answers.
    private func crowded(_ wait: Duration, work: Duration, hops: Int) -> AnswerTransport {
        AnswerTransport { request throws(NetworkError) in
            try await request.context.time.sleep(for: wait)
            _ = Deadline.leaveLine(after: wait)
            try await request.context.time.sleep(for: work)
            let hop = Int(request.url.path.split(separator: "/").last ?? "") ?? 0
            let next: Headers = ["Location": "/v1/\(hop + 1)"]
            return hop < hops
                ? Response(status: 302, headers: next, request: request)
                : Response(status: 200, request: request)
        }
    }

    @Test func `time in line counts towards no hop of a redirected call`() async throws {
        let transport = crowded(.seconds(20), work: .seconds(2), hops: 2)
        let api = api(transport).with { $0.timeouts = Timeouts(total: .seconds(10)) }
        _ = try await api.get("0") as Response
        #expect(
            transport.requests.map(\.timeouts.total) == [.seconds(10), .seconds(8), .seconds(6)]
        )
        #expect(clock.now.offset == .seconds(66))
    }

    @Test func `time in line counts towards no attempt of a call made again`() async throws {
        let transport = crowded(.seconds(20), work: .seconds(2), hops: 0)
        let failing = AnswerTransport { request throws(NetworkError) in
            _ = try await transport.send(request)
            return Response(status: 503, request: request)
        }
        let api = api(failing, [.retry(.exponential(limit: 1))])
            .with {
                $0.timeouts = Timeouts(total: .seconds(10))
                $0.random = { 0 }
            }
        let error = await failure { () throws(NetworkError) in try await api.get("0") as Response }
        #expect(error?.kind == .status(503))
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(5), .seconds(8)])
    }

    @Test func `time in line counts towards the deadline of the work around a call`()
        async throws
    {
        let transport = crowded(.seconds(20), work: .seconds(2), hops: 5)
        let api = api(transport)
        let error = await failure { () throws(NetworkError) in
            try await withDeadline(.seconds(50), on: clock.timeSource) { () throws(NetworkError) in
                try await api.get("0") as Response
            }
        }
        #expect(error?.kind == .timedOut(.total))
        #expect(
            transport.requests.map(\.timeouts.total) == [.seconds(50), .seconds(28), .seconds(6)]
        )
        #expect(
            transport.requests.map(\.timeouts.queue) == [.seconds(50), .seconds(28), .seconds(6)]
        )
    }

    @Test func `what attempts side by side wait in line together counts once`() async throws {
        let transport = slow(.zero)
        let asking = AnswerTransport { [clock] request throws(NetworkError) in
            try await clock.timeSource.sleep(for: .seconds(20))
            _ = Deadline.leaveLine(after: .seconds(20))
            try await clock.timeSource.sleep(for: .seconds(1))
            _ = Deadline.leaveLine(after: .seconds(15))
            #expect(Deadline.current?.remaining == .seconds(10))
            return try await transport.send(request)
        }
        let api = api(asking).with { $0.timeouts = Timeouts(total: .seconds(10)) }
        _ = try await api.get("x") as Response
        #expect(asking.requests.count == 1)
    }

    @Test func `a wait for pace that is longer than the time left fails at once`() async throws {
        let api = api(slow(.zero), [.pace(.perHost(perSecond: 0.1))])
        _ = try await api.get("x")
        let error = await failure { () throws(NetworkError) in
            try await api.with {
                $0.timeouts = Timeouts()
                $0.timeouts?.total = .seconds(5)
            }.get("x")
        }
        #expect(error?.kind == .timedOut(.total))
        #expect(clock.now.offset == .zero)
    }
}

extension Timeouts {
    fileprivate init(total: Duration) {
        self.init()
        self.total = total
    }
}
