#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(2)))
struct `3.2 What a server can do to its client` {
    @Test(arguments: Way.http1)
    func `trailers of a chunked answer are read`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(
            .get,
            "x",
            respond: .text("body").chunked(of: 2).trailer("X-Sum", "abc").trailer("X-T", "2")
        )
        for _ in 0..<2 {
            let response = try await line.transport.send(line.request(.get, "x"))
            #expect(response.text == "body")
            #expect(response.trailers == ["X-Sum": "abc", "X-T": "2"])
        }
        #expect(line.server.acceptedConnections == 1)
    }

    @Test(arguments: Way.http1, [0, 1, 15, 17, 30, 60])
    func `a head cut short is an error`(_ way: Way, _ count: Int) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("hello").cutShort(after: count))
        let kind = await line.failure(try line.request(.get, "x"))
        let isRight = count == 0 ? kind == .noConnection(.closed) : kind?.isInvalidResponse == true
        #expect(isRight, "\(String(describing: kind))")
    }

    @Test(arguments: Way.all)
    func `time-outs without end are none`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("ok"))
        var request = try line.request(.get, "x")
        let endless: [Duration?] = [.seconds(Int64.max), .seconds(1e12), nil]
        for limit in endless {
            request.timeouts.queue = limit
            request.timeouts.connect = limit
            request.timeouts.response = limit
            request.timeouts.idle = limit
            request.timeouts.total = limit
            #expect(await line.failure(request) == nil)
        }
    }

    @Test(arguments: Way.all)
    func `a redirect that arrives after the call has ended is nobody's`(
        _ way: Way
    ) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x") { _ in .redirect(302, to: "/x").header(.setCookie, "a=1") }
        for round in 0..<100 {
            let call = Task { await line.failure(of: "x") }
            for _ in 0..<round % 40 { await Task.yield() }
            call.cancel()
            let kind = await call.value
            #expect(kind == .cancelled || kind == .redirect(.tooMany(limit: 20)))
        }
    }

    @Test(arguments: Way.all)
    func `a client that was closed still answers`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("ok"))
        #expect(await line.failure(of: "x") == nil)
        await line.api.close()
        #expect(await line.failure(of: "x") == nil)
    }

    @Test(arguments: [
        ConnectionFault.close, .reset,
    ])
    func `a connection that ends at once is an error`(_ fault: ConnectionFault) async throws {
        let line = try await Line()
        line.server.onConnection { _ in fault }
        for _ in 0..<20 {
            let kind = await line.failure(try line.request(.get, "x"))
            #expect(kind == .noConnection(.closed) || kind == .noConnection(.reset))
        }
    }

    @Test func `an upgrade that nobody asked for ends the call`() async throws {
        let line = try await Line()
        let answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"
        line.server.on(.get, "x", respond: .raw(Array(answer.utf8)))
        let request = try line.request(.get, "x")
        #expect(await line.failure(request)?.isInvalidResponse == true)
    }
}
#endif
