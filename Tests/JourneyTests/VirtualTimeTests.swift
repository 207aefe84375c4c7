#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer
import VencejoTesting

/// The engine and the mock server over real sockets, by a clock that a test moves.
@Suite struct VirtualTimeTests {
    /// A client and a server that keep a clock's time, run by it.
    private func run<Value: Sendable>(
        _ clock: TestClock,
        pipeline: Pipeline = [],
        connections: Int = 64,
        configure: @escaping @Sendable (inout ClientConfiguration) -> Void = { _ in },
        handler: @escaping @Sendable (RecordedRequest) async -> MockResponse,
        _ body: @escaping @Sendable (APIClient, MockServer) async throws -> Value
    ) async throws -> Value {
        try await clock.run {
            var options = MockServer.Options()
            options.keepTime(by: clock)
            let server = try await MockServer(options: options, handler: handler)
            var engine = EngineConfiguration()
            engine.keepTime(by: clock.timeSource)
            engine.maximumConnectionsPerOrigin = connections
            let api = APIClient(
                baseURL: server.url,
                pipeline: pipeline,
                transport: EngineTransport(engine)
            ) {
                $0.context.time = clock.timeSource
                configure(&$0)
            }
            let result = await typed { try await body(api, server) }
            await api.close()
            await server.stop()
            return try result.get()
        }
    }

    @Test func `a latency of minutes is over at once, and takes minutes`() async throws {
        let clock = TestClock()
        let answer = MockResponse.text("late").delayed(by: .seconds(50))
        let responses = try await run(clock) { _ in
            answer
        } _: { api, _ in
            [try await api.get("x"), try await api.get("x")] as [Response]
        }
        #expect(responses.map(\.status) == [200, 200])
        #expect(clock.now.offset == .seconds(100))
    }

    @Test func `an answer that is later than the time-out is one, to the second`() async throws {
        let clock = TestClock()
        let answer = MockResponse.text("late").delayed(by: .seconds(3_000))
        let error = try await run(clock) {
            $0.timeouts.response = .seconds(600)
        } handler: { _ in
            answer
        } _: { api, _ in
            await #expect(throws: NetworkError.self) { try await api.get("x") as Response }
        }
        #expect(error?.kind == .timedOut(.response))
        #expect(clock.now.offset == .seconds(600))
    }

    @Test func `a body that pauses is idle, and the whole call has its time`() async throws {
        for (total, phase) in [(nil, NetworkError.Phase.idle), (Duration.seconds(70), .total)] {
            let clock = TestClock()
            let answer = MockResponse.bytes(Array(repeating: 1, count: 100))
                .failing(.pause(.seconds(50), after: .body(10)), .stall(after: .body(60)))
            let error = try await run(clock) {
                $0.timeouts.idle = .seconds(60)
                $0.timeouts.total = total
            } handler: { _ in
                answer
            } _: { api, _ in
                await #expect(throws: NetworkError.self) { try await api.get("x") as Response }
            }
            #expect(error?.kind == .timedOut(phase))
            #expect(clock.now.offset == total ?? .seconds(110))
        }
    }

    /// What each of two calls over one connection ends in; `limit` is the work's around the second.
    private func inLine(
        _ clock: TestClock,
        _ second: Path,
        limit: Duration? = nil
    ) async throws -> [NetworkError.Kind?] {
        try await run(clock, connections: 1) {
            $0.timeouts.total = limit == nil ? .seconds(50) : nil
        } handler: { request in
            request.path == "/moved"
                ? MockResponse.redirect(302, to: "/x").delayed(by: .seconds(5))
                : MockResponse.text("x").delayed(by: .seconds(40))
        } _: { api, _ in
            let get: @Sendable (Path) async -> NetworkError.Kind? = { path in
                let result = await typed { () throws(NetworkError) in
                    try await api.get(path) as Response
                }
                if case .failure(let error) = result { return error.kind }
                return nil
            }
            async let first = get("x")
            // It has the connection before the other asks for one.
            try await clock.sleep(for: .nanoseconds(1))
            guard let limit else { return await [get(second), first] }
            let late = await withDeadline(limit, on: clock.timeSource) { await get(second) }
            return await [late, first]
        }
    }

    @Test func `a redirected call has its whole time once it has left the line`() async throws {
        let clock = TestClock()
        // 40 s in line, then 5 s and 40 s of its 50 s.
        #expect(try await inLine(clock, "moved") == [nil, nil])
        #expect(clock.now.offset.components.seconds == 85)
    }

    @Test func `work around a call does not wait in line with it`() async throws {
        for (path, limit) in [("x", 50), ("moved", 60), ("x", 30)] as [(Path, Int)] {
            let clock = TestClock()
            let kinds = try await inLine(clock, path, limit: .seconds(limit))
            #expect(kinds == [.timedOut(limit == 30 ? .queue : .total), nil])
            #expect(clock.now.offset.components.seconds == max(limit, 40))
        }
    }

    @Test func `a connection that nobody needed for a while is a new one`() async throws {
        let clock = TestClock()
        let accepted = try await run(clock) { _ in
            .text("x")
        } _: { api, server in
            var accepted: [Int] = []
            for wait in [0, 20, 20, 100] {
                try await clock.sleep(for: .seconds(wait))
                _ = try await api.get("x") as Response
                accepted.append(server.acceptedConnections)
            }
            return accepted
        }
        #expect(accepted == [1, 1, 1, 2])
    }

    @Test func `calls at the same time, joined, renewed and retried, end the same way`()
        async throws
    {
        let clock = TestClock()
        let renewals = Locked(0)
        let tokens = TokenSource(
            "old",
            renewal: { _ in
                renewals.withLock { $0 += 1 }
                try await clock.sleep(for: .seconds(5))
                return "new"
            }
        )
        let answers = try await run(
            clock,
            pipeline: [.coalesce, .authenticate(.bearer(tokens)), .retry()]
        ) { request in
            let isNew = request.headers["Authorization"] == "Bearer new"
            return MockResponse.status(isNew ? 200 : 401).delayed(by: .seconds(10))
        } _: { api, _ in
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask { (try? await api.get("x\(number % 10)") as Response) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        #expect(answers == 20)
        #expect(renewals.withLock { $0 } == 1)
        #expect(clock.now.offset == .seconds(25))
    }

    /// What came of ten minutes with a service that is slow, busy and rude.
    private struct Outcome: Sendable, Hashable {
        var answers = 0
        var effects = 0
        var renewals = 0
        var time = Duration.zero
    }

    private func tenMinutes(seed: UInt64) async throws -> Outcome {
        let clock = TestClock()
        let chance = Locked(Seeded(state: seed))
        let keys = Locked<Set<String>>([])
        let renewals = Locked(0)
        let tokens = TokenSource(nil, time: clock.timeSource) { _ in
            renewals.withLock { $0 += 1 }
            return AccessToken("token", lifetime: .seconds(120))
        }
        var policy = RetryPolicy.exponential(limit: 12)
        policy.budget = nil
        let answers = try await run(
            clock,
            pipeline: [
                .authenticate(.bearer(tokens)), .retry(policy), .pace(.perHost(perSecond: 0.1)),
            ],
            configure: {
                $0.timeouts.response = .seconds(30)
                $0.context.random = { chance.withLock { $0.next() } }
            },
            handler: { request in
                let (mood, wait) = chance.withLock { ($0.next() % 10, Int($0.next() % 20)) }
                if mood == 0 { return .status(503).header("Retry-After", "7") }
                keys.withLock { keys in
                    _ = keys.insert(request.headers["Idempotency-Key"] ?? "none")
                }
                let answer = MockResponse.json([:]).delayed(by: .seconds(wait))
                switch mood {
                case 1: return answer.failing(.reset(after: .start))
                case 2: return answer.failing(.stall(after: .start))
                default: return answer
                }
            },
            { api, _ in
                var answers = 0
                while clock.now.offset < .seconds(540) {
                    if (try? await api.post("orders", body: ["a": 1]) as Response) != nil {
                        answers += 1
                    }
                    try await clock.sleep(
                        for: .seconds(120 - clock.now.offset.components.seconds % 120)
                    )
                }
                return answers
            }
        )
        return Outcome(
            answers: answers,
            effects: keys.withLock(\.count),
            renewals: renewals.withLock { $0 },
            time: clock.now.offset
        )
    }

    @Test func `ten minutes are the same ten minutes each time`() async throws {
        let first = try await tenMinutes(seed: 42)
        for _ in 0..<5 { #expect(try await tenMinutes(seed: 42) == first) }
        #expect(first.time >= .seconds(540))
    }

    @Test func `a thousand seeds: every order is answered once and has one effect`() async throws {
        for seed in UInt64(1)...1_000 {
            let outcome = try await tenMinutes(seed: seed)
            #expect(outcome.answers > 0, "seed \(seed)")
            #expect(outcome.answers == outcome.effects, "seed \(seed): \(outcome)")
        }
    }
}
#endif
