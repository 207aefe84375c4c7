#if os(Linux)
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP

private let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

@Suite struct `The pool` {
    let transport = EngineTransport()

    @Test func `uses a connection again`() async throws {
        let server = try ScriptedServer.answering(fine)
        for index in 0..<20 {
            let response = try await transport.send(Request(.get, try server.url()))
            #expect(response.text == "ok")
            #expect(response.timings.reusedConnection == (index > 0))
        }
        #expect(server.connections == 1)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 204 No Content\r\n\r\nstray",
    ])
    func `keeps no connection that is to close or said too much`(answer: String) async throws {
        let server = try ScriptedServer.answering(answer)
        for _ in 0..<3 { _ = try await transport.send(Request(.get, try server.url())) }
        #expect(server.connections == 3)
    }

    @Test(arguments: [40_000, 16_384 - 42, 200_000])
    func `takes no stray bytes for the next answer`(length: Int) async throws {
        let body = String(repeating: "x", count: length)
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
        let stray = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\npoisoned"
        let server = try ScriptedServer.answering(head + body + stray)
        for _ in 0..<3 {
            let response = try await transport.send(Request(.get, try server.url()))
            #expect(response.body.count == length)
        }
        #expect(server.connections == 3)
    }

    @Test(arguments: [false, true])
    func `sends once more where a kept connection was stale`(reads: Bool) async throws {
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say(fine)
            // Closes either at once or in the face of the second request.
            if reads { _ = try await peer.request() }
        }
        for _ in 0..<10 {
            let request = Request(.post, try server.url(), body: .bytes([1, 2, 3]))
            let response = try await transport.send(request)
            #expect(response.text == "ok")
        }
        #expect(server.connections == 10)
    }

    @Test func `does not send again once an answer has begun`() async throws {
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say(fine)
            _ = try await peer.request()
            try await peer.say("HTTP/1.1 200 O")
        }
        _ = try await transport.send(Request(.get, try server.url()))
        let kind = await failure(of: Request(.get, try server.url()), over: transport)
        guard case .invalidResponse? = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
        #expect(server.connections == 1)
    }

    @Test func `opens no more connections than allowed and serves all`() async throws {
        let server = try ScriptedServer.answering(fine)
        var configuration = EngineConfiguration()
        configuration.maximumConnectionsPerOrigin = 3
        let transport = EngineTransport(configuration)
        let url = try server.url()
        let count = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 {
                group.addTask { await failure(of: Request(.get, url), over: transport) == nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 200)
        #expect(server.connections <= 3)
    }

    @Test func `lets nobody wait in line for longer than allowed`() async throws {
        let server = try ScriptedServer { peer in try await peer.waitForEnd() }
        var configuration = EngineConfiguration()
        configuration.maximumConnectionsPerOrigin = 1
        let transport = EngineTransport(configuration)
        let url = try server.url()
        let first = Task { await failure(of: Request(.get, url), over: transport) }
        while server.connections == 0 { await Task.yield() }
        var request = Request(.get, url)
        request.timeouts.queue = .milliseconds(20)
        #expect(await failure(of: request, over: transport) == .timedOut(.queue))
        first.cancel()
        #expect(await first.value == .cancelled)
        // Its place is free again.
        request.timeouts.queue = .seconds(20)
        request.timeouts.response = .milliseconds(20)
        #expect(await failure(of: request, over: transport) == .timedOut(.response))
    }

    @Test func `serves two thousand calls, sixty-four at a time`() async throws {
        let server = try ScriptedServer.answering(fine)
        let url = try server.url()
        let transport = transport
        let done = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    var done = 0
                    for _ in 0..<32 {
                        let kind = await failure(of: Request(.get, url), over: transport)
                        if kind == nil { done += 1 }
                    }
                    return done
                }
            }
            return await group.reduce(0, +)
        }
        #expect(done == 2_048)
        #expect(server.connections <= 64)
    }

    @Test func `closes what is idle for too long`() async throws {
        let closed = Locked(false)
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say(fine)
            try await peer.waitForEnd()
            closed.withLock { $0 = true }
        }
        var configuration = EngineConfiguration()
        configuration.idleTimeout = .milliseconds(20)
        let transport = EngineTransport(configuration)
        _ = try await transport.send(Request(.get, try server.url()))
        while !closed.withLock({ $0 }) { await Task.yield() }
        _ = try await transport.send(Request(.get, try server.url()))
        #expect(server.connections == 2)
    }
}
#endif
