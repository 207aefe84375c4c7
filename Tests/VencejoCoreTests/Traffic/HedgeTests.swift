import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoTesting

struct HedgeTests {
    @Test func `a percentile is known after twenty calls, and forgets the old ones`() {
        var window = LatencyWindow()
        for number in 1...19 { window.note(.milliseconds(number)) }
        #expect(window.percentile(0.95) == nil)
        window.note(.milliseconds(20))
        #expect(window.percentile(0.95) == .milliseconds(19))
        #expect(window.percentile(1) == .milliseconds(20))
        for _ in 0..<100 { window.note(.seconds(1)) }
        #expect(window.percentile(0.5) == .seconds(1))
    }

    @Test func `a slow read is sent again, and the loser is cancelled`() async throws {
        let clock = TestClock()
        let number = Locked(0)
        let isCancelled = Locked(false)
        let transport = AnswerTransport { request throws(NetworkError) in
            let own = number.withLock { number in
                number += 1
                return number
            }
            if own == 21 {
                do throws(NetworkError) {
                    try await request.context.time.sleep(for: .seconds(900))
                } catch {
                    isCancelled.withLock { $0 = true }
                    throw error
                }
            }
            return Response(status: 200, body: ResponseBody([UInt8(own)]), request: request)
        }
        let api = client(transport, pipeline: [.hedge()]) {
            $0.context.time = clock.timeSource
        }
        for _ in 0..<20 { _ = try await api.get("x") }
        #expect(transport.requests.count == 20)
        let response = try await api.get("x") as Response
        #expect(response.body.bytes == [22])
        #expect(isCancelled.withLock { $0 })
    }

    @Test func `a write is never sent twice`() async throws {
        let transport = AnswerTransport(200)
        let api = client(transport, pipeline: [.hedge()])
        for _ in 0..<30 { _ = try await api.post("x") }
        #expect(transport.requests.count == 30)
    }
}

struct LatestOnlyTests {
    @Test func `a newer call cancels the one before`() async throws {
        let latest = LatestOnly()
        let clock = TestClock()
        let first = Task {
            await failure { () throws(NetworkError) in
                try await latest.run { () throws(NetworkError) in
                    try await clock.timeSource.sleep(for: .seconds(9))
                    return 1
                }
            }
        }
        await clock.sleepers()
        let second = try await latest.run { () throws(NetworkError) in 2 }
        #expect(second == 2)
        #expect(await first.value?.kind == .cancelled)
    }
}

struct BulkheadTests {
    @Test func `a call that finds the line full fails, and nothing is sent`() async throws {
        let clock = TestClock()
        let transport = AnswerTransport { request throws(NetworkError) in
            try await request.context.time.sleep(for: .seconds(1))
            return Response(status: 200, request: request)
        }
        let api = client(transport, pipeline: [.bulkhead(concurrent: 1, waiting: 0)]) {
            $0.context.time = clock.timeSource
        }
        let first = Task { try await api.get("x") as Response }
        await clock.sleepers()
        let error = await failure { () throws(NetworkError) in try await api.get("x") }
        #expect(error?.kind == .overloaded(limit: 0))
        clock.advance(by: .seconds(1))
        _ = try await first.value
        #expect(transport.requests.count == 1)
    }
}
