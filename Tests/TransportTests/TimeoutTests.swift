#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(2)))
struct `3.3 Time-outs` {
    @Test(arguments: Way.all)
    func `of fractions of a second last as long as they say`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "never", respond: .never)
        line.server.on(.get, "x", respond: .text("ok"))
        #expect(await line.failure(try line.request(.get, "x")) == nil)
        var request = try line.request(.get, "never")
        request.timeouts.response = .milliseconds(150)
        let start = ContinuousClock.now
        #expect(await line.failure(request) == .timedOut(.response))
        #expect(start.duration(to: .now) >= .milliseconds(149))
    }

    @Test(arguments: Way.all)
    func `of silence begin anew with every byte`(_ way: Way) async throws {
        let line = try await Line(way)
        let slowly = Fault.paced(1, every: .milliseconds(800), from: .body(0))
        line.server.on(.get, "x", respond: .text("0123456789").failing(slowly))
        var request = try line.request(.get, "x")
        request.timeouts.idle = .seconds(7)
        let start = ContinuousClock.now
        let response = try await line.transport.send(request)
        #expect(response.text == "0123456789")
        #expect(start.duration(to: .now) >= .seconds(7))
    }

    @Test(arguments: Way.all)
    func `end a body that stalls`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("hello").failing(.stall(after: .body(2))))
        var request = try line.request(.get, "x")
        request.timeouts.idle = .milliseconds(40)
        #expect(await line.failure(request) == .timedOut(.idle))
    }

    @Test(arguments: [0, 12, 40], Way.all)
    func `end a head that stalls`(_ count: Int, _ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("hello").failing(.stall(after: .bytes(count))))
        var request = try line.request(.get, "x")
        request.timeouts.response = .milliseconds(40)
        #expect(await line.failure(request) == .timedOut(.response))
    }

    @Test(arguments: Way.all)
    func `of nothing are over at once`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "never", respond: .never)
        var request = try line.request(.get, "never")
        request.timeouts.response = .zero
        #expect(await line.failure(request) == .timedOut(.response))
        request.timeouts.response = .seconds(60)
        request.timeouts.total = .zero
        guard case .timedOut? = await line.failure(request) else {
            Issue.record("no time-out")
            return
        }
    }

    @Test(arguments: Way.all)
    func `of the whole call end it although bytes keep coming`(_ way: Way) async throws {
        let line = try await Line(way)
        let slowly = Fault.paced(1, every: .milliseconds(5))
        line.server.on(
            .get,
            "x",
            respond: .stream(.repeating([1], count: 100_000)).failing(slowly)
        )
        var request = try line.request(.get, "x")
        request.timeouts.total = .milliseconds(120)
        #expect(await line.failure(request) == .timedOut(.total))
    }

    @Test func `count no time in line`() async throws {
        let line = try await Line(engine: { $0.maximumConnectionsPerOrigin = 1 })
        line.server.on(.get, "slow", respond: .text("ok").delayed(by: .milliseconds(300)))
        line.server.on(.get, "x", respond: .text("ok"))
        let slow = try line.request(.get, "slow")
        let first = Task { await line.failure(slow) }
        _ = await line.server.nextRequest()
        let start = ContinuousClock.now
        let timings = try await line.transport.send(line.request(.get, "x")).timings
        let passed = start.duration(to: .now)
        let queued = try #require(timings.queued)
        #expect(queued > .zero)
        #expect(queued + (try #require(timings.total)) <= passed + .milliseconds(1))
        #expect(await first.value == nil)
    }

    @Test func `of the line have an error of their own`() async throws {
        let line = try await Line(engine: { $0.maximumConnectionsPerOrigin = 1 })
        line.server.on(.get, "never", respond: .never)
        var request = try line.request(.get, "never")
        let first = Task { [request] in await line.failure(request) }
        _ = await line.server.nextRequest()
        request.timeouts.queue = .milliseconds(30)
        #expect(await line.failure(request) == .timedOut(.queue))
        first.cancel()
        _ = await first.value
    }

    @Test func `name the request and the phase`() async throws {
        let line = try await Line(configure: { $0.timeouts.response = .milliseconds(30) })
        line.server.on(.get, "never", respond: .never)
        let error = await #expect(throws: NetworkError.self) {
            _ = try await line.api.get("never") as Response
        }
        #expect(error?.request?.url.description == line.url + "/never")
        #expect(error?.description.contains("127.0.0.1") == true)
    }

    @Test(.server(leaving: .unreadRequests), arguments: Way.all)
    func `end a request that the server does not read`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.onConnection { _ in .silence }
        let large = RequestBody.bytes([UInt8](repeating: 1, count: 32 << 20))
        var request = try line.request(.post, "x", body: large)
        request.timeouts.idle = .milliseconds(60)
        #expect(await line.failure(request) == .timedOut(.idle))
        await line.server.stop()
    }
}
#endif
