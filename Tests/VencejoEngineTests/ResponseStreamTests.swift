#if os(Linux)
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

/// Lets a script go on one step at a time, as the test says.
struct Steps: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func go() { continuation.yield() }

    func wait() async {
        for await _ in stream { return }
    }
}

extension Request {
    static func streaming(_ url: URI) -> Request {
        var request = Request(.get, url)
        request.delivery = .stream
        return request
    }
}

@Suite struct `A body that streams` {
    let transport = EngineTransport()

    private static let forms = ["length", "chunked", "close"]

    private static func head(_ form: String, _ count: Int) -> String {
        switch form {
        case "length": "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"
        case "chunked": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        default: "HTTP/1.1 200 OK\r\n\r\n"
        }
    }

    private static func piece(_ form: String, _ text: String) -> String {
        guard form == "chunked" else { return text }
        return String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n"
    }

    @Test(arguments: forms)
    func `is there as soon as its head, and comes as the server sends it`(
        form: String
    ) async throws {
        let steps = Steps()
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say(Self.head(form, 9))
            for text in ["one", "two", "six"] {
                await steps.wait()
                try await peer.say(Self.piece(form, text))
            }
            if form == "chunked" { try await peer.say("0\r\nX-Sum: 9\r\n\r\n") }
            if form != "close" { try await peer.waitForEnd() }
        }
        let response = try await transport.send(.streaming(try server.url()))
        #expect(response.status == 200)
        #expect(response.body.isStream)
        var iterator = response.body.stream.makeAsyncIterator()
        for text in ["one", "two", "six"] {
            steps.go()
            #expect(try await iterator.next() == Array(text.utf8))
        }
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        let trailers: Headers = form == "chunked" ? ["X-Sum": "9"] : [:]
        #expect(response.body.stream.trailers == trailers)
    }

    @Test(arguments: forms)
    func `tells at its end what the whole call took`(form: String) async throws {
        let steps = Steps()
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say(Self.head(form, 6) + Self.piece(form, "one"))
            await steps.wait()
            try await peer.say(Self.piece(form, "two"))
            if form == "chunked" { try await peer.say("0\r\n\r\n") }
            if form != "close" { try await peer.waitForEnd() }
        }
        let response = try await transport.send(.streaming(try server.url()))
        let first = try #require(response.timings.firstByte)
        #expect(response.timings.total == nil)
        let body = response.body.stream
        #expect(body.timings == nil)
        steps.go()
        for try await _ in body {}
        let end = try #require(body.timings)
        #expect(end.firstByte == first)
        #expect(try #require(end.total) >= first)
        let content = Self.piece(form, "one") + Self.piece(form, "two")
        let tail = form == "chunked" ? 5 : 0
        #expect(end.bytesReceived == (Self.head(form, 6) + content).utf8.count + tail)
    }

    @Test(arguments: ["length", "chunked"])
    func `gives its connection back at its end`(form: String) async throws {
        let answer = Self.head(form, 3) + Self.piece(form, "one")
        let end = form == "chunked" ? "0\r\n\r\n" : ""
        let server = try ScriptedServer.answering(answer + end)
        for _ in 0..<3 {
            let response = try await transport.send(.streaming(try server.url()))
            #expect(try await response.body.collected(limit: 3) == Array("one".utf8))
        }
        #expect(server.connections == 1)
    }

    @Test func `that is empty holds no connection`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 204 No Content\r\n\r\n")
        var configuration = EngineConfiguration()
        configuration.maximumConnectionsPerOrigin = 1
        let transport = EngineTransport(configuration)
        let first = try await transport.send(.streaming(try server.url()))
        let second = try await transport.send(.streaming(try server.url()))
        #expect(try await first.body.collected(limit: 0) == [])
        #expect(try await second.body.collected(limit: 0) == [])
        #expect(server.connections == 1)
    }

    @Test(arguments: ["loop", "dropped", "cancelled", "task"])
    func `that is abandoned frees its connection at once`(way: String) async throws {
        let ended = Steps()
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            guard peer.number == 1 else {
                return try await peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
            try await peer.say("HTTP/1.1 200 OK\r\n\r\nbegin")
            // The reset that follows unread bytes is an end too.
            _ = try? await peer.waitForEnd()
            ended.go()
        }
        var configuration = EngineConfiguration()
        configuration.maximumConnectionsPerOrigin = 1
        let transport = EngineTransport(configuration)
        var response: Response? = try await transport.send(.streaming(try server.url()))
        #expect(response?.body.isStream == true)
        if way == "dropped" {
            response = nil
        } else {
            try await abandon(try #require(response?.body.stream), way)
        }
        await ended.wait()
        let second = try await transport.send(Request(.get, try server.url()))
        #expect(second.status == 200)
        #expect(server.connections == 2)
    }

    private func abandon(_ stream: BodyStream, _ way: String) async throws {
        if way == "loop" {
            for try await _ in stream { break }
            return
        }
        let reader = Task { try await stream.reduce(0) { $0 + $1.count } }
        await Task.yield()
        if way == "cancelled" { stream.cancel() } else { reader.cancel() }
        let error = await #expect(throws: NetworkError.self) { try await reader.value }
        #expect(error?.kind == .cancelled)
    }

    @Test(arguments: [
        ("length", "one"), ("chunked", "3\r\none\r\n"), ("chunked", "3\r\non"),
        ("chunked", "x\r\n"), ("chunked", "3\r\none\n0\r\n\r\n"),
    ])
    func `says so when it is cut short or malformed`(form: String, body: String) async throws {
        let answer = Self.head(form, 9) + body
        let server = try ScriptedServer.answeringOnce(Array(answer.utf8))
        let url = try server.url()
        let error = await #expect(throws: NetworkError.self) {
            let response = try await transport.send(.streaming(url))
            let stream = response.body.stream
            // The first reading fails, and each later one in the same way.
            do { for try await _ in stream {} } catch { for try await _ in stream {} }
        }
        guard case .invalidResponse? = error?.kind else {
            Issue.record("\(String(describing: error?.kind))")
            return
        }
        #expect(error?.request?.url == url)
    }

    @Test func `has a time-out for each piece`() async throws {
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say("HTTP/1.1 200 OK\r\n\r\none")
            try await peer.waitForEnd()
        }
        var request = Request.streaming(try server.url())
        request.timeouts.idle = .milliseconds(25)
        let response = try await transport.send(request)
        let error = await #expect(throws: NetworkError.self) {
            try await response.body.collected(limit: 10)
        }
        #expect(error?.kind == .timedOut(.idle))
    }

    @Test func `knows no limit but the one of whoever collects it`() async throws {
        let text = String(repeating: "x", count: 200_000)
        let server = try ScriptedServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n" + text
        )
        var request = Request.streaming(try server.url())
        request.maximumResponseBytes = 10
        let whole = try await transport.send(request)
        #expect(try await whole.body.collected(limit: 200_000).count == 200_000)
        let part = try await transport.send(request)
        let error = await #expect(throws: NetworkError.self) {
            try await part.body.collected(limit: 199_999)
        }
        #expect(error?.kind == .bodyTooLarge(limit: 199_999))
    }

    @Test func `lives on when its transport is let go of`() async throws {
        let steps = Steps()
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say(Self.head("length", 6))
            await steps.wait()
            try await peer.say("onetwo")
            try await peer.waitForEnd()
        }
        var transport: EngineTransport? = EngineTransport()
        let response = try #require(try await transport?.send(.streaming(try server.url())))
        await transport?.close()
        transport = nil
        steps.go()
        #expect(try await response.body.collected(limit: 6) == Array("onetwo".utf8))
    }

    @Test func `reads no more than it is asked for`() async throws {
        let pushed = Locked(0)
        let isFull = Steps()
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say("HTTP/1.1 200 OK\r\n\r\n")
            let piece = [UInt8](repeating: 0x78, count: 65_536)
            while true {
                // What the system takes without a reader is in its buffers, not in ours.
                let deadline = MonotonicClock.deadline(
                    after: .milliseconds(200),
                    from: MonotonicClock.now()
                )
                do {
                    try await peer.socket.send(piece, until: deadline)
                } catch {
                    isFull.go()
                    return try await peer.waitForEnd()
                }
                pushed.withLock { $0 += piece.count }
            }
        }
        let response = try await transport.send(.streaming(try server.url()))
        await isFull.wait()
        #expect(pushed.withLock { $0 } < 64 << 20)
        response.body.stream.cancel()
    }
}
#endif
