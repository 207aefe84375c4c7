#if os(Linux)
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP

/// Connections of HTTP/2 have places in the pool as others do.
@Suite(.serialized) struct `HTTP/2 in the pool` {
    private func single() -> EngineTransport {
        .http2 { $0.maximumConnections = 1 }
    }

    @Test func `an unused connection makes way for another server`() async throws {
        let ended = Locked(0)
        let servers = try (0..<2).map { _ in
            try ScriptedServer.http2 { peer in
                // A connection may end with a reset: that is an end too.
                defer { ended.withLock { $0 += 1 } }
                while let asked = try await peer.request() {
                    try await peer.send(.answer(asked.stream, isEnd: true))
                }
            }
        }
        let transport = single()
        for _ in 0..<3 {
            for server in servers {
                let request = Request(.get, try server.url())
                #expect(await failure(of: request, over: transport) == nil)
            }
        }
        #expect(servers.map(\.connections) == [3, 3])
        await transport.close()
        while ended.withLock({ $0 }) < 6 { await Task.yield() }
    }

    @Test func `a connection in use keeps others in line`() async throws {
        let steps = Steps()
        let busy = try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                await steps.wait()
                try await peer.send(.answer(asked.stream, isEnd: true))
            }
        }
        let other = try ScriptedServer.http2Echo()
        let transport = single()
        var first = Request(.get, try busy.url())
        first.timeouts.response = nil
        let call = Task { [first] in await failure(of: first, over: transport) }
        while busy.connections == 0 { await Task.yield() }
        var second = Request(.get, try other.url())
        second.timeouts.queue = .milliseconds(40)
        let hasty = second
        let error = await #expect(throws: NetworkError.self) {
            _ = try await transport.send(hasty)
        }
        #expect(error?.kind == .timedOut(.queue))
        #expect(error?.underlying as? ConnectionLimit == .total(1))
        #expect(other.connections == 0)
        second.timeouts.queue = nil
        let waiting = Task { [second] in await failure(of: second, over: transport) }
        for _ in 0..<100 { await Task.yield() }
        // Its end frees the place: the connection makes way as soon as nobody uses it.
        steps.go()
        #expect(await waiting.value == nil)
        #expect(await call.value == nil)
        #expect(other.connections == 1)
    }

    @Test func `a connection that is going away counts until it is gone`() async throws {
        let steps = Steps()
        let asking = Steps()
        let server = try ScriptedServer.http2 { peer in
            guard let asked = try await peer.request() else { return }
            asking.go()
            if peer.number == 1 {
                try await peer.send(.goAway(last: asked.stream))
                await steps.wait()
            }
            try await peer.send(.answer(asked.stream, isEnd: true))
            _ = try await peer.waitForEnd()
        }
        let transport = EngineTransport.http2 { $0.maximumConnectionsPerOrigin = 1 }
        var request = Request(.get, try server.url())
        request.timeouts.response = nil
        let first = Task { [request] in await failure(of: request, over: transport) }
        await asking.wait()
        var hasty = request
        hasty.timeouts.queue = .milliseconds(40)
        #expect(await failure(of: hasty, over: transport) == .timedOut(.queue))
        #expect(server.connections == 1)
        steps.go()
        #expect(await first.value == nil)
        #expect(await failure(of: request, over: transport) == nil)
        #expect(server.connections == 2)
    }
}
#endif
