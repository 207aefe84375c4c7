#if os(Linux)
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

@Suite struct `Time-outs` {
    let transport = EngineTransport()

    @Test func `end the wait for the head`() async throws {
        let server = try ScriptedServer { peer in try await peer.waitForEnd() }
        var request = Request(.get, try server.url())
        request.timeouts.response = .milliseconds(25)
        #expect(await failure(of: request, over: transport) == .timedOut(.response))
    }

    @Test(arguments: [
        "Content-Length: 10\r\n\r\nhel", "Content-Length: 100000\r\n\r\nhel", "\r\nhel",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
    ])
    func `end the wait for more of the body`(rest: String) async throws {
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say("HTTP/1.1 200 OK\r\n" + rest)
            try await peer.waitForEnd()
        }
        var request = Request(.get, try server.url())
        request.timeouts.idle = .milliseconds(25)
        #expect(await failure(of: request, over: transport) == .timedOut(.idle))
    }

    @Test func `end the whole call although bytes keep coming`() async throws {
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say("HTTP/1.1 200 OK\r\n\r\n")
            while true {
                try await peer.say("x")
                await Task.yield()
            }
        }
        var request = Request(.get, try server.url())
        request.timeouts.total = .milliseconds(40)
        #expect(await failure(of: request, over: transport) == .timedOut(.total))
    }

    @Test func `end the TLS handshake`() async throws {
        let server = try ScriptedServer { peer in try await peer.waitForEnd() }
        let url = try #require(URI("https://127.0.0.1:\(server.port)/"))
        var request = Request(.get, url)
        request.timeouts.tls = .milliseconds(25)
        #expect(await failure(of: request, over: transport) == .timedOut(.tls))
    }

    @Test func `are not spent by a fast call`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var request = Request(.get, try server.url())
        request.timeouts.total = .seconds(30)
        let response = try await transport.send(request)
        #expect(response.timings.total != nil)
        #expect(response.timings.firstByte != nil)
        #expect(response.timings.connect != nil)
    }
}
#endif
