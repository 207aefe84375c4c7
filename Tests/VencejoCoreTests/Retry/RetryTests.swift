import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoTesting

/// Retries of whole calls, in virtual time.
struct RetryTests {
    private func api(
        _ transport: AnswerTransport,
        clock: TestClock = TestClock(skipsWaits: true),
        _ policy: RetryPolicy = .exponential(limit: 3),
        seed: UInt64 = 1
    ) -> APIClient {
        let state = Locked(seed)
        return client(transport, pipeline: [.retry(policy)]) {
            $0.context.time = clock.timeSource
            $0.context.random = {
                // A linear congruential generator: enough to differ by seed, and repeatable.
                state.withLock {
                    $0 = $0 &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return $0
                }
            }
        }
    }

    private func failing(
        _ count: Int,
        _ status: HTTPStatus = 503,
        headers: Headers = [:]
    ) -> AnswerTransport {
        let left = Locked(count)
        return AnswerTransport { request throws(NetworkError) in
            let isFailure = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return Response(
                status: isFailure ? status : 200,
                headers: isFailure ? headers : [:],
                request: request
            )
        }
    }

    @Test func `A9 a call survives failures that pass, and counts its attempts`() async throws {
        let transport = failing(2)
        let response = try await api(transport).get("x")
        #expect(response.attempts == 3)
        #expect(transport.requests.map(\.attempt) == [1, 2, 3])
    }

    @Test func `the last failure is what the caller gets`() async throws {
        let transport = failing(9)
        let error = await failure { () throws(NetworkError) in try await api(transport).get("x") }
        #expect(error?.kind == .status(503))
        #expect(transport.requests.count == 4)
    }

    @Test func `a server's wish to be left alone is kept to the second`() async throws {
        let clock = TestClock(skipsWaits: true)
        let transport = failing(1, 429, headers: ["Retry-After": "60"])
        _ = try await api(transport, clock: clock).get("x")
        #expect(clock.now.offset >= .seconds(60))
        #expect(clock.now.offset < .milliseconds(60_200))
    }

    @Test func `every attempt of a POST has the same key, another call another`() async throws {
        let transport = failing(2)
        let api = api(transport)
        _ = try await api.post("x", body: ["a": 1])
        _ = try await api.post("x", body: ["a": 1])
        let keys = transport.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 4)
        #expect(Set(keys[..<3]).count == 1)
        #expect(keys[3] != keys[0])
        let key = try #require(keys[0])
        #expect(key.utf8.count == 36)
        #expect(
            key.wholeMatch(
                of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
            ) != nil
        )
    }

    @Test func `a caller's own key stays, and a GET gets none`() async throws {
        let transport = failing(0)
        let api = api(transport)
        _ = try await api.post("x", headers: ["Idempotency-Key": "mine"])
        _ = try await api.get("x")
        #expect(transport.requests.map { $0.headers["Idempotency-Key"] } == ["mine", nil])
    }

    @Test func `cancelling ends a wait at once`() async throws {
        let clock = TestClock()
        let transport = failing(9, headers: ["Retry-After": "100"])
        let api = api(transport, clock: clock)
        let call = Task { await failure { () throws(NetworkError) in try await api.get("x") } }
        await clock.sleepers()
        call.cancel()
        #expect(await call.value?.kind == .cancelled)
        #expect(transport.requests.count == 1)
    }

    @Test func `one call may have another policy, or none`() async throws {
        let transport = failing(9)
        let api = api(transport)
        let error = await failure { () throws(NetworkError) in
            try await api.with { $0.retry = .never }.get("x")
        }
        #expect(error?.kind == .status(503))
        #expect(transport.requests.count == 1)
    }

    @Test func `attempts share the time of the whole call`() async throws {
        let clock = TestClock(skipsWaits: true)
        let transport = AnswerTransport { request throws(NetworkError) in
            try await request.context.time.sleep(for: request.timeouts.total ?? .zero)
            throw NetworkError(.timedOut(.total), request: request)
        }
        let api = api(transport, clock: clock)
        var request = try api.makeRequest(.get, "x")
        request.timeouts.total = .seconds(16)
        let error = await failure { [request] () throws(NetworkError) in
            try await api.perform(request)
        }
        #expect(error?.kind == .timedOut(.total))
        #expect(transport.requests.count == 4)
        #expect(transport.requests.first?.timeouts.total == .seconds(8))
        #expect(clock.now.offset <= .seconds(16))
    }

    @Test func `a thousand seeds, one outcome`() async throws {
        for seed in UInt64(1)...1_000 {
            let clock = TestClock(skipsWaits: true)
            let transport = failing(3, headers: ["Retry-After": "100"])
            let response = try await api(transport, clock: clock, seed: seed).get("x")
            #expect(response.attempts == 4)
            #expect(clock.now.offset >= .seconds(300))
        }
    }

    @Test func `an observer hears each attempt and wait`() async throws {
        let events = Locked<[CallEvent.Kind]>([])
        let api = api(failing(1), .constant(.seconds(3))).with {
            $0.observer = { event in events.withLock { $0.append(event.kind) } }
        }
        _ = try await api.get("x")
        let heard = events.withLock { $0 }
        #expect(
            heard == [
                .began, .attempt(1), .answered(503),
                .waiting(.seconds(3), before: .retry(attempt: 2)),
                .attempt(2), .answered(200), .ended(200),
            ]
        )
    }
}
