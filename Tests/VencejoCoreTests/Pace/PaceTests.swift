import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoTesting

struct PaceTests {
    @Test func `calls go one interval apart, in virtual time`() async throws {
        let clock = TestClock(skipsWaits: true)
        let transport = AnswerTransport(200)
        let api = client(transport, pipeline: [.pace(.perHost(perSecond: 2))]) {
            $0.context.time = clock.timeSource
        }
        for _ in 0..<5 { _ = try await api.get("x") }
        #expect(clock.now.offset == .seconds(2))
    }

    @Test func `a call that would wait longer than it may fails, and nothing is sent`()
        async throws
    {
        let clock = TestClock(skipsWaits: true)
        let transport = AnswerTransport(
            200,
            headers: ["RateLimit": "\"a\";r=0;t=100"],
            ""
        )
        let api = client(transport, pipeline: [.pace()]) {
            $0.context.time = clock.timeSource
        }
        _ = try await api.get("x")
        let error = await failure { () throws(NetworkError) in try await api.get("x") }
        #expect(error?.kind == .timedOut(.queue))
        #expect(transport.requests.count == 1)
    }

    @Test func `no more calls at a time than the policy says`() async throws {
        let running = Locked((now: 0, most: 0))
        let transport = AnswerTransport { request throws(NetworkError) in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            for _ in 0..<20 { await Task.yield() }
            running.withLock { $0.now -= 1 }
            return Response(status: 200, request: request)
        }
        let api = client(transport, pipeline: [.pace(.perHost(concurrent: 3))])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<30 { group.addTask { _ = try? await api.get("x") } }
        }
        #expect(transport.requests.count == 30)
        #expect(running.withLock { $0.most } == 3)
    }

    @Test func `one host's limit does not slow another`() async throws {
        let clock = TestClock(skipsWaits: true)
        let transport = AnswerTransport(
            200,
            headers: ["RateLimit": "\"a\";r=0;t=50"],
            ""
        )
        let api = client(transport, pipeline: [.pace()]) {
            $0.context.time = clock.timeSource
        }
        _ = try await api.get("x")
        _ = try await api.get("https://other.example.com/x")
        #expect(clock.now.offset == .zero)
    }
}
