#if os(Linux)
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

@Suite(.serialized) struct `Time and cancellation over HTTP/2` {
    @Test func `a server that does not answer is late, and the stream is reset`() async throws {
        let resets = Locked<[Int]>([])
        let server = try ScriptedServer.http2 { peer in
            while let frame = try await peer.next() {
                if frame.is(.reset) { resets.withLock { $0.append(frame.number()) } }
                if frame.is(.headers), frame.stream > 1 {
                    try await peer.send(.answer(frame.stream, isEnd: true))
                }
            }
        }
        let transport = EngineTransport.http2()
        var request = Request(.get, try server.url())
        request.timeouts.response = .milliseconds(30)
        #expect(await failure(of: request, over: transport) == .timedOut(.response))
        // The connection stays.
        #expect(await failure(of: Request(.get, request.url), over: transport) == nil)
        #expect(resets.withLock { $0 } == [8])
        #expect(server.connections == 1)
    }

    @Test func `a connection that is silent altogether is given up`() async throws {
        let server = try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                guard peer.number > 1 else { continue }
                try await peer.send(.answer(asked.stream, isEnd: true))
            }
        }
        let transport = EngineTransport.http2()
        let url = try server.url()
        // Its settings came before the second request was sent, and nothing since.
        var request = Request(.get, url)
        request.timeouts.response = .milliseconds(50)
        let kinds = [
            await failure(of: request, over: transport),
            await failure(of: request, over: transport),
            await failure(of: Request(.get, url), over: transport),
        ]
        #expect(kinds.first == .timedOut(.response))
        #expect(kinds.last == .some(nil))
        #expect((2...3).contains(server.connections))
    }

    @Test(arguments: [Delivery.whole, .stream])
    func `a body that stops is late`(delivery: Delivery) async throws {
        let server = try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                try await peer.send(
                    .answer(asked.stream),
                    .data(asked.stream, "some", isEnd: false)
                )
            }
        }
        var request = Request(.get, try server.url())
        request.timeouts.idle = .milliseconds(30)
        request.delivery = delivery
        var kind: NetworkError.Kind?
        do {
            let response = try await EngineTransport.http2().send(request)
            _ = try await response.body.collected(limit: 100)
        } catch {
            kind = error.kind
        }
        #expect(kind == .timedOut(.idle))
    }

    @Test func `a call that takes too long in all is late`() async throws {
        let server = try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                try await peer.send(.answer(asked.stream))
                while (try? await peer.send(.data(asked.stream, "x", isEnd: false))) != nil {
                    await Task.yield()
                }
            }
        }
        var request = Request(.get, try server.url())
        request.timeouts.total = .milliseconds(50)
        request.maximumResponseBytes = .max
        #expect(await failure(of: request, over: .http2()) == .timedOut(.total))
    }

    @Test func `raced against the answer each of ten thousand calls completes once`()
        async throws
    {
        let server = try ScriptedServer.http2Echo()
        let transport = EngineTransport.http2()
        let url = try server.url("/ok")
        _ = try await transport.send(Request(.get, url))
        var done = 0
        var cancelled = 0
        for round in 0..<200 {
            let calls = (0..<50).map { _ in
                Task { await failure(of: Request(.get, url), over: transport) }
            }
            for _ in 0..<(round % 40) { await Task.yield() }
            for call in calls { call.cancel() }
            for call in calls {
                switch await call.value {
                case nil: done += 1
                case .cancelled?: cancelled += 1
                case let kind?: Issue.record("\(kind)")
                }
            }
        }
        #expect(done + cancelled == 10_000)
        #expect(await failure(of: Request(.get, url), over: transport) == nil)
        #expect(server.connections == 1)
    }
}
#endif
