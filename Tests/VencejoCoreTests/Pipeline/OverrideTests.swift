import Testing
import VencejoCore
import VencejoHTTP
import VencejoTesting

/// Every policy has its exception for one call.
struct OverrideTests {
    private let clock = TestClock(skipsWaits: true)

    private func api(_ transport: AnswerTransport, _ pipeline: Pipeline) -> APIClient {
        client(transport, pipeline: pipeline) { [clock] in $0.context.time = clock.timeSource }
    }

    @Test func `time-outs`() async throws {
        let transport = AnswerTransport(200)
        let api = api(transport, [])
        _ = try await api.with {
            $0.timeouts = Timeouts()
            $0.timeouts?.idle = .seconds(1)
        }.get("x")
        _ = try await api.get("x")
        #expect(transport.requests.map(\.timeouts.idle) == [.seconds(1), .seconds(60)])
    }

    @Test func `pace`() async throws {
        let api = api(AnswerTransport(200), [.pace(.perHost(perSecond: 1))])
        for _ in 0..<5 { _ = try await api.with { $0.skips = .pace }.get("x") }
        #expect(clock.now.offset == .zero)
        for _ in 0..<3 { _ = try await api.get("x") }
        #expect(clock.now.offset == .seconds(2))
    }

    @Test func `circuit breaker`() async throws {
        let transport = AnswerTransport(500)
        let api = api(transport, [.circuitBreaker(failures: 1)])
        for _ in 0..<3 {
            _ = await failure { () throws(NetworkError) in
                try await api.with { $0.skips = .circuitBreaker }.get("x")
            }
        }
        #expect(transport.requests.count == 3)
        for _ in 0..<3 { _ = await failure { () throws(NetworkError) in try await api.get("x") } }
        #expect(transport.requests.count == 4)
    }

    @Test func `bulkhead`() async throws {
        let gate = TestClock()
        let transport = AnswerTransport { request throws(NetworkError) in
            if request.url.path.hasSuffix("slow") {
                try await gate.timeSource.sleep(for: .seconds(1))
            }
            return Response(status: 200, request: request)
        }
        let api = api(transport, [.bulkhead(concurrent: 1, waiting: 0)])
        let slow = Task { try await api.get("slow") as Response }
        await gate.sleepers()
        let error = await failure { () throws(NetworkError) in try await api.get("x") }
        #expect(error?.kind == .overloaded(limit: 0))
        _ = try await api.with { $0.skips = .bulkhead }.get("x")
        gate.advance(by: .seconds(1))
        _ = try await slow.value
    }

    @Test func `coalescing`() async throws {
        let gate = TestClock()
        let transport = AnswerTransport { request throws(NetworkError) in
            try await gate.timeSource.sleep(for: .seconds(1))
            return Response(status: 200, request: request)
        }
        let api = api(transport, [.coalesce])
        let first = Task { try await api.get("x") as Response }
        await gate.sleepers()
        let second = Task { try await api.with { $0.skips = .coalesce }.get("x") as Response }
        await gate.sleepers(atLeast: 2)
        gate.advance(by: .seconds(1))
        _ = try await (first.value, second.value)
        #expect(transport.requests.count == 2)
    }

    @Test func `hedge`() async throws {
        let transport = AnswerTransport { request throws(NetworkError) in
            try await request.context.time.sleep(for: .seconds(9))
            return Response(status: 200, request: request)
        }
        let gate = TestClock()
        let api = client(transport, pipeline: [.hedge(.never)]) {
            $0.context.time = gate.timeSource
        }
        let call = Task {
            try await api.with { $0.hedge = .after(.seconds(2)) }.get("x") as Response
        }
        await gate.sleepers(atLeast: 2)
        gate.advance(by: .seconds(2))
        await gate.sleepers(atLeast: 2)
        #expect(transport.requests.count == 2)
        gate.advance(by: .seconds(9))
        _ = try await call.value
    }

    @Test func `log, metrics and trace`() async throws {
        let table = MetricsTable()
        let transport = AnswerTransport(200)
        let api = api(
            transport,
            [.log(sink: { _ in Issue.record("logged") }), .metrics(table), .trace()]
        )
        _ = try await api.with { $0.skips = [.log, .metrics, .trace] }.get("x")
        #expect(table.text.isEmpty)
        #expect(transport.requests.map { $0.headers.contains(.traceparent) } == [false])
    }

    @Test func `credentials and retries`() async throws {
        let transport = AnswerTransport(503)
        let api = api(transport, [.authenticate(.bearer("t")), .retry()])
        let error = await failure { () throws(NetworkError) in
            try await api.with {
                $0.authentication = .none
                $0.retry = .never
            }.get("x")
        }
        #expect(error?.kind == .status(503))
        #expect(transport.requests.map { $0.headers[.authorization] } == [nil])
    }
}
