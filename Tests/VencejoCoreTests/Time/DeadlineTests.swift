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
