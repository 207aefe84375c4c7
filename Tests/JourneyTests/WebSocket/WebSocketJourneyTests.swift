import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer
import VencejoTesting

@Suite struct `A WebSocket over loopback` {
    private struct Price: Codable, Sendable, Hashable {
        let symbol: String
        let cents: Int
    }

    private func echo(
        compresses: Bool = true,
        subprotocols: [String] = []
    ) async throws -> MockServer {
        let server = try await MockServer()
        server.on(.get, "echo") { request in
            .webSocket(for: request, subprotocols: subprotocols, compresses: compresses) { socket in
                while let message = await socket.receive() { await socket.send(message) }
            }
        }
        return server
    }

    private func error(
        _ body: () async throws(NetworkError) -> Void
    ) async -> NetworkError? {
        do throws(NetworkError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        WebSocketOptions.Compression.never, .eachMessage, .acrossMessages,
    ])
    func `gives back what was sent, of every size`(
        compression: WebSocketOptions.Compression
    ) async throws {
        let server = try await echo()
        let api = APIClient(baseURL: server.url)
        var options = WebSocketOptions()
        options.compression = compression
        let socket = try await api.webSocket("echo", options: options)
        let isCompressed = socket.response.headers["Sec-WebSocket-Extensions"] != nil
        #expect(isCompressed == (compression != .never))
        for count in [0, 1, 125, 126, 70_000, 300_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
            try await socket.send(.binary(bytes))
            #expect(try await socket.receive() == .binary(bytes))
            try await socket.send(.text(String(repeating: "ñ", count: count / 2)))
            #expect(try await socket.receive()?.text?.count == count / 2)
        }
        try await socket.ping()
        socket.close(4_000, reason: "done")
        #expect(try await socket.receive() == nil)
        #expect(socket.closed?.code == 4_000)
        #expect(await server.idle(within: .seconds(10)))
        await server.stop()
    }

    @Test func `a server that asks and does not read is not answered without end`() async throws {
        let pongs = Locked(0)
        let server = try await MockServer()
        let count = 200_000
        server.on(.get, "pings") { request in
            .webSocket(for: request) { socket in
                let ping: [UInt8] = [0x89, 125] + [UInt8](repeating: 1, count: 125)
                let thousand = [[UInt8]](repeating: ping, count: 1_000).flatMap(\.self)
                for _ in 0..<(count / 1_000) { await socket.sendBytes(thousand) }
                await socket.send(.text("end"))
                while case .pong = await socket.next() { pongs.withLock { $0 += 1 } }
            }
        }
        let api = APIClient(baseURL: server.url)
        let socket = try await api.webSocket("pings")
        #expect(try await socket.receive() == "end")
        try await socket.send("done")
        #expect(try await socket.receive() == nil)
        #expect(pongs.withLock { 1..<(count * 3 / 4) ~= $0 })
        await server.stop()
    }

    @Test func `carries values as JSON`() async throws {
        let server = try await echo()
        let api = APIClient(baseURL: server.url)
        let socket = try await api.webSocket("echo")
        let prices = (0..<5).map { Price(symbol: "S\($0)", cents: $0 * 100) }
        for price in prices { try await socket.send(json: price) }
        try await socket.send("[]")
        var found: [Price] = []
        let failure = await error { () throws(NetworkError) in
            for try await price in socket.messages(as: Price.self) { found.append(price) }
        }
        #expect(found == prices)
        guard case .decoding? = failure?.kind else {
            Issue.record("\(String(describing: failure))")
            return
        }
        await server.stop()
    }

    @Test func `is opened through the pipeline, with its credentials and its subprotocol`()
        async throws
    {
        let server = try await echo(subprotocols: ["v2"])
        let api = APIClient(baseURL: server.url, pipeline: [.authenticate(.bearer("abc"))])
        var options = WebSocketOptions()
        options.subprotocols = ["v3", "v2"]
        let socket = try await api.webSocket("echo", query: ["room": 7], options: options)
        #expect(socket.subprotocol == "v2")
        let request = try #require(server.requests.last)
        #expect(request.headers[.authorization] == "Bearer abc")
        #expect(request.rawQuery == "room=7")
        let other = try await api.webSocket(
            Path(server.url.replacing("http", with: "ws") + "/echo")
        )
        try await other.send("hi")
        #expect(try await other.receive() == "hi")
        await server.stop()
    }

    @Test func `a server that refuses is a status, and what is no WebSocket an error`()
        async throws
    {
        let server = try await MockServer()
        server.on(.get, "closed", respond: .status(403))
        server.on(.get, "page", respond: .text("hello"))
        var wrong = MockResponse(status: 101)
        wrong.headers = ["Upgrade": "websocket", "Connection": "Upgrade"]
        server.on(.get, "wrong", respond: wrong)
        let api = APIClient(baseURL: server.url)
        let closed = await error { () throws(NetworkError) in _ = try await api.webSocket("closed")
        }
        #expect(closed?.kind == .status(403))
        let page = await error { () throws(NetworkError) in _ = try await api.webSocket("page") }
        #expect(page?.kind == .status(200))
        let bad = await error { () throws(NetworkError) in _ = try await api.webSocket("wrong") }
        guard case .invalidResponse? = bad?.kind else {
            Issue.record("\(String(describing: bad))")
            return
        }
        #expect(await server.idle(within: .seconds(10)))
        await server.stop()
    }

    @Test func `a connection that is lost fails the loop, one that is closed ends it`()
        async throws
    {
        let server = try await MockServer()
        server.on(.get, "drop") { request in
            .webSocket(for: request) { socket in
                await socket.send(.text("one"))
                socket.drop()
            }
        }
        server.on(.get, "close") { request in
            .webSocket(for: request) { socket in
                await socket.send(.text("one"))
                await socket.close(code: 1001, reason: "bye")
            }
        }
        let api = APIClient(baseURL: server.url)
        let dropped = try await api.webSocket("drop")
        var texts: [String] = []
        let failure = await error { () throws(NetworkError) in
            for try await message in dropped { texts.append(message.text ?? "") }
        }
        #expect(texts == ["one"])
        guard case .noConnection? = failure?.kind else {
            Issue.record("\(String(describing: failure))")
            return
        }
        let closed = try await api.webSocket("close")
        for try await message in closed { texts.append(message.text ?? "") }
        #expect(texts == ["one", "one"])
        #expect(closed.closed == WebSocketClose(.goingAway, reason: "bye"))
        let late = await error { () throws(NetworkError) in try await closed.send("late") }
        #expect(late?.kind == .noConnection(.closed))
        await server.stop()
    }

    @Test func `a task that is cancelled stops waiting, and the connection goes`() async throws {
        let server = try await echo()
        let api = APIClient(baseURL: server.url)
        let task = Task {
            do throws(NetworkError) {
                let socket = try await api.webSocket("echo")
                _ = try await socket.receive()
                return NetworkError.Kind?.none
            } catch {
                return error.kind
            }
        }
        _ = await server.nextRequest()
        task.cancel()
        let kind = await task.value
        #expect(kind == .cancelled)
        #expect(await server.idle(within: .seconds(10)))
        await server.stop()
    }

    @Test func `a message that is too large is an error with the limit`() async throws {
        let server = try await MockServer()
        server.on(.get, "big") { request in
            .webSocket(for: request) { socket in
                await socket.send(.binary(Array(repeating: 0, count: 5_000)))
                _ = await socket.next()
            }
        }
        let api = APIClient(baseURL: server.url)
        var options = WebSocketOptions()
        options.maximumMessageBytes = 4_999
        let socket = try await api.webSocket("big", options: options)
        let failure = await error { () throws(NetworkError) in _ = try await socket.receive() }
        #expect(failure?.kind == .bodyTooLarge(limit: 4_999))
        await server.stop()
    }

    @Test func `a reader that takes nothing holds the server back`() async throws {
        let server = try await MockServer()
        let sent = Locked(0)
        let isRead = Locked(false)
        server.on(.get, "flood") { request in
            .webSocket(for: request, compresses: false) { socket in
                let block = [UInt8](repeating: 7, count: 256 << 10)
                for _ in 0..<200 {
                    guard await socket.send(.binary(block)) else { return }
                    sent.withLock { $0 += 1 }
                }
                isRead.withLock { $0 = true }
            }
        }
        let api = APIClient(baseURL: server.url)
        let socket = try await api.webSocket("flood")
        // Whatever the buffers of the system take, 50 MB are more; the count comes to rest.
        var last = -1
        var still = 0
        while still < 200 {
            let now = sent.withLock { $0 }
            still = now == last ? still + 1 : 0
            last = now
            for _ in 0..<100 { await Task.yield() }
        }
        #expect(!isRead.withLock { $0 })
        var count = 0
        for try await message in socket { count += message.bytes.count }
        #expect(count == 200 * 256 << 10)
        await server.stop()
    }

    @Test func `a server that answers no ping is lost`() async throws {
        let server = try await MockServer()
        let arrived = Locked(0)
        server.on(.get, "deaf") { request in
            .webSocket(for: request) { socket in
                arrived.withLock { $0 += 1 }
                await untilCancelled()
            }
        }
        let clock = TestClock()
        let api = APIClient(baseURL: server.url) { $0.context.time = clock.timeSource }
        var options = WebSocketOptions()
        options.keepAlive = .seconds(30)
        let socket = try await api.webSocket("deaf", options: options)
        async let failure = error { () throws(NetworkError) in _ = try await socket.receive() }
        for _ in 0..<2 {
            await clock.sleepers()
            clock.advance(by: .seconds(30))
        }
        #expect(await failure?.kind == .timedOut(.idle))
        await server.stop()
    }

    @Test func `is opened again after it was lost, until the server says goodbye`() async throws {
        let server = try await MockServer()
        let visits = Locked(0)
        server.on(.get, "feed") { request in
            let visit = visits.withLock { visits in
                visits += 1
                return visits
            }
            if visit == 2 { return .status(503) }
            return .webSocket(for: request) { socket in
                await socket.send(.text("\(visit)"))
                if visit < 4 { socket.drop() }
            }
        }
        let api = APIClient(baseURL: server.url)
        let policy = ReconnectPolicy(
            wait: .milliseconds(1),
            longestWait: .milliseconds(2),
            retriesServerErrors: true
        )
        var texts: [String] = []
        for try await socket in api.webSockets("feed", reconnect: policy) {
            for await message in socket.untilLost { texts.append(message.text ?? "") }
        }
        #expect(texts == ["1", "3", "4"])
        await server.stop()
    }
}
