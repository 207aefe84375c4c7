#if os(Linux)
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

@Suite struct `Calls over HTTP/2` {
    @Test func `share one connection and say their version`() async throws {
        let server = try ScriptedServer.http2Echo()
        let transport = EngineTransport.http2()
        let base = try server.url()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<40 {
                let url = try #require(base.resolving("/\(number)"))
                group.addTask {
                    let response = try await transport.send(Request(.get, url))
                    #expect(response.version == .http2)
                    return response.text
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts == Set((0..<40).map { "/\($0)" }))
        #expect(server.connections == 1)
    }

    @Test func `reuse the connection and say so`() async throws {
        let server = try ScriptedServer.http2Echo()
        let transport = EngineTransport.http2()
        let url = try server.url()
        let first = try await transport.send(Request(.get, url))
        let second = try await transport.send(Request(.get, url))
        #expect(!first.timings.reusedConnection)
        #expect(second.timings.reusedConnection)
        #expect(second.timings.firstByte != nil)
        #expect(server.connections == 1)
    }

    @Test func `bring trailers and skip interim answers`() async throws {
        let server = try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                try await peer.send(
                    .head(asked.stream, [(":status", "103"), ("link", "</style.css>")]),
                    .answer(asked.stream),
                    .data(asked.stream, "body", isEnd: false),
                    .head(asked.stream, [("x-checksum", "42")], isEnd: true)
                )
            }
        }
        let response = try await EngineTransport.http2().send(Request(.get, server.url()))
        #expect(response.status == .ok)
        #expect(response.text == "body")
        #expect(response.trailers == ["X-Checksum": "42"])
        #expect(response.informational.map(\.status) == [103])
        #expect(response.informational.first?.headers["Link"] == "</style.css>")
    }

    @Test func `wait in line where the server allows few streams`() async throws {
        let most = Locked(0)
        let server = try ScriptedServer.http2([(3, 2)]) { peer in
            var open: [Int32] = []
            while let asked = try await peer.request() {
                open.append(asked.stream)
                most.withLock { $0 = max($0, open.count) }
                // Answers only when the limit is reached: without two at a time nothing moves.
                guard open.count == 2 else { continue }
                try await peer.send(open.map { .answer($0, isEnd: true) })
                open = []
            }
        }
        let transport = EngineTransport.http2()
        let url = try server.url()
        // The settings are known once the first answer is there.
        let pair = (0..<2).map { _ in
            Task { await failure(of: Request(.get, url), over: transport) }
        }
        for call in pair { #expect(await call.value == nil) }
        let calls = (0..<20).map { _ in
            Task { await failure(of: Request(.get, url), over: transport) }
        }
        for call in calls { #expect(await call.value == nil) }
        #expect(most.withLock { $0 } == 2)
        #expect(server.connections == 1)
    }

    @Test func `leave the line when their time or task ends`() async throws {
        let server = try ScriptedServer.http2([(3, 1)]) { peer in
            let first = try await peer.request()
            try await peer.send(.answer(first?.stream ?? 1, isEnd: true))
            while try await peer.request() != nil {}
        }
        let transport = EngineTransport.http2()
        let url = try server.url()
        _ = try await transport.send(Request(.get, url))
        let holder = Task { await failure(of: Request(.get, url), over: transport) }
        var late = Request(.get, url)
        late.timeouts.queue = .milliseconds(30)
        late.timeouts.response = .milliseconds(30)
        let kind = await failure(of: late, over: transport)
        #expect(kind == .timedOut(.queue) || kind == .timedOut(.response))
        let cancelled = Task { await failure(of: Request(.get, url), over: transport) }
        await Task.yield()
        cancelled.cancel()
        #expect(await cancelled.value == .cancelled)
        holder.cancel()
        #expect(await holder.value == .cancelled)
    }

    @Test func `send a refused request again, a POST too`() async throws {
        let server = try ScriptedServer.http2 { peer in
            var isFirst = true
            while let asked = try await peer.request() {
                let body = asked.isEnd ? [] : try await peer.body(asked.stream)
                try await peer.send(
                    isFirst
                        ? [.reset(asked.stream, 7)]
                        : [
                            .answer(asked.stream),
                            .data(asked.stream, String(decoding: body, as: UTF8.self)),
                        ]
                )
                isFirst = false
            }
        }
        let request = Request(.post, try server.url(), body: .bytes(Array("again".utf8)))
        let response = try await EngineTransport.http2().send(request)
        #expect(response.text == "again")
        #expect(server.connections == 1)
    }

    @Test func `give up on a server that refuses for ever`() async throws {
        let count = Locked(0)
        let server = try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                count.withLock { $0 += 1 }
                try await peer.send(.reset(asked.stream, 7))
            }
        }
        let kind = await failure(of: Request(.get, try server.url()), over: .http2())
        #expect(kind == .noConnection(.other("HTTP/2: the server did not take the request")))
        #expect(count.withLock { $0 } == 5)
    }

    @Test func `move to a new connection when the server goes away`() async throws {
        let server = try ScriptedServer.http2 { peer in
            if peer.number == 1 {
                let first = try await peer.request()
                let second = try await peer.request()
                let id = first?.stream ?? 1
                #expect(second?.stream == id + 2)
                // The second was not taken; the first still gets its answer.
                try await peer.send(.goAway(last: id), .answer(id), .data(id, "old"))
                _ = try await peer.waitForEnd()
            } else {
                while let asked = try await peer.request() {
                    try await peer.send(.answer(asked.stream), .data(asked.stream, "new"))
                }
            }
        }
        let transport = EngineTransport.http2()
        let url = try server.url()
        let calls = (0..<2).map { _ in
            Task { try await transport.send(Request(.post, url)).text }
        }
        var texts: [String] = []
        for call in calls { texts.append(try await call.value) }
        #expect(texts.sorted() == ["new", "old"])
        #expect(server.connections == 2)
    }

    @Test func `fail once each when the connection breaks`() async throws {
        let server = try ScriptedServer.http2 { peer in
            for _ in 0..<10 {
                let asked = try await peer.request()
                try await peer.send(.answer(asked?.stream ?? 1))
            }
        }
        let transport = EngineTransport.http2()
        let url = try server.url()
        let calls = (0..<10).map { _ in
            Task { await failure(of: Request(.post, url), over: transport) }
        }
        for call in calls { #expect(await call.value == .noConnection(.closed)) }
        #expect(server.connections == 1)
    }

    @Test func `are sent again after a silent end only where that is safe`() async throws {
        let server = try ScriptedServer.http2 { peer in
            let asked = try await peer.request()
            guard peer.number > 1, let asked else { return }
            try await peer.send(.answer(asked.stream, isEnd: true))
        }
        let url = try server.url()
        #expect(await failure(of: Request(.get, url), over: .http2()) == nil)
        let other = try ScriptedServer.http2 { peer in _ = try await peer.request() }
        let post = Request(.post, try other.url())
        #expect(await failure(of: post, over: .http2()) == .noConnection(.closed))
        #expect(other.connections == 1)
    }

    @Test func `say what the server reset them with`() async throws {
        let server = try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                let code = Int(asked.fields["x-code"] ?? "") ?? 0
                try await peer.send(.reset(asked.stream, code))
            }
        }
        let transport = EngineTransport.http2()
        for code in [2, 8, 12, 13] {
            let request = Request(.post, try server.url(), headers: ["X-Code": "\(code)"])
            let kind = await failure(of: request, over: transport)
            #expect(kind == HTTP2Failure.reset(UInt32(code)).kind)
        }
        #expect(server.connections == 1)
    }

    @Test func `end with a typed error when the server floods, and the server is told`()
        async throws
    {
        let code = Locked<Int?>(nil)
        let server = try ScriptedServer.http2 { peer in
            _ = try await peer.request()
            for _ in 0..<20 {
                try? await peer.send([HTTP2Frame](repeating: .ping, count: 100))
            }
            let found = try await peer.waitForEnd()
            code.withLock { $0 = found }
        }
        let kind = await failure(of: Request(.post, try server.url()), over: .http2())
        #expect(kind == HTTP2Failure.flood.kind)
        while code.withLock({ $0 }) == nil { await Task.yield() }
        #expect(code.withLock { $0 } == 11)
    }

    @Test func `say that a server speaks only HTTP/1.1`() async throws {
        let server = try ScriptedServer { peer in
            try await peer.say("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            try await peer.waitForEnd()
        }
        let kind = await failure(of: Request(.get, try server.url()), over: .http2())
        guard case .invalidResponse? = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
    }

    @Test func `close an idle connection after its time, with a farewell`() async throws {
        let code = Locked<Int?>(nil)
        let server = try ScriptedServer.http2 { peer in
            let asked = try await peer.request()
            try await peer.send(.answer(asked?.stream ?? 1, isEnd: true))
            let found = try await peer.waitForEnd()
            code.withLock { $0 = found ?? -1 }
        }
        let transport = EngineTransport.http2 { $0.idleTimeout = .milliseconds(20) }
        _ = try await transport.send(Request(.get, server.url()))
        while code.withLock({ $0 }) == nil { await Task.yield() }
        #expect(code.withLock { $0 } == 0)
    }

    @Test func `leave no connection when the transport is closed or let go`() async throws {
        let ended = Locked(0)
        let server = try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                try await peer.send(.answer(asked.stream, isEnd: true))
            }
            ended.withLock { $0 += 1 }
        }
        do {
            let transport = EngineTransport.http2()
            _ = try await transport.send(Request(.get, server.url()))
            await transport.close()
            while ended.withLock({ $0 }) < 1 { await Task.yield() }
            _ = try await transport.send(Request(.get, server.url()))
        }
        while ended.withLock({ $0 }) < 2 { await Task.yield() }
        #expect(server.connections == 2)
    }
}
#endif
