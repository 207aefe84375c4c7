#if os(Linux)
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

@Suite struct `Before and after an answer` {
    let transport = EngineTransport()

    @Test(arguments: [Delivery.whole, .stream])
    func `come interim answers`(delivery: Delivery) async throws {
        let server = try ScriptedServer.answering(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        )
        var request = Request(.get, try server.url())
        request.delivery = delivery
        for _ in 0..<2 {
            let response = try await transport.send(request)
            #expect(response.informational.map(\.status) == [100, 103])
            #expect(response.informational.last?.headers == ["Link": "</a.css>"])
            #expect(response.status == 200)
            #expect(try await response.body.collected(limit: 2) == Array("ok".utf8))
        }
        #expect(server.connections == 1)
    }

    @Test func `interim answers are told when they come`() async throws {
        let server = try ScriptedServer.answering(
            "HTTP/1.1 104 \r\nLocation: /up/1\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        )
        let heard = Locked<[String]>([])
        var request = Request(.get, try server.url())
        request.context.onInterim = { answer, url in
            heard.withLock { $0.append("\(answer.status.code) \(url.path)") }
        }
        let path = request.url.path
        let response = try await transport.send(request)
        #expect(heard.withLock { $0 } == ["104 \(path)", "100 \(path)"])
        #expect(response.informational.count == 2)
    }

    @Test func `come trailers`() async throws {
        let server = try ScriptedServer.answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2\r\nok\r\n0\r\nX-Sum: abc\r\nX-T: 2\r\n\r\n"
        )
        let response = try await transport.send(Request(.get, try server.url()))
        #expect(response.trailers == ["X-Sum": "abc", "X-T": "2"])
        #expect(response.text == "ok")
    }

    @Test func `another protocol is refused when nobody asked for it`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 101 Switching Protocols\r\n\r\nx")
        let kind = await failure(of: Request(.get, try server.url()), over: transport)
        #expect(kind == .invalidResponse("the server changed the protocol unasked"))
    }
}

@Suite struct `A body that waits to be wanted` {
    private static let body: [UInt8] = Array("body".utf8)

    private func request(_ server: ScriptedServer, _ body: RequestBody) throws -> Request {
        Request(.post, try server.url(), headers: ["Expect": "100-continue"], body: body)
    }

    private static func head(of peer: Peer) async throws -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = try await peer.socket.receive(into: &bytes)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    @Test(arguments: [0, 1])
    func `is sent when the server says so`(form: Int) async throws {
        let seen = Locked("")
        let server = try ScriptedServer { peer in
            let head = try await Self.head(of: peer)
            guard head.hasSuffix("\r\n\r\n") else { return }
            try await peer.say("HTTP/1.1 100 Continue\r\n\r\n")
            let body = try await Self.head(of: peer)
            seen.withLock { $0 = body }
            try await peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        var configuration = EngineConfiguration()
        configuration.continueTimeout = .seconds(60)
        let transport = EngineTransport(configuration)
        let response = try await transport.send(try request(server, Self.body(form)))
        #expect(response.status == 200)
        #expect(response.informational.map(\.status) == [100])
        #expect(seen.withLock { $0 } == "body")
    }

    private static func body(_ form: Int) -> RequestBody {
        form == 0
            ? .bytes(body)
            : .stream(length: 4) {
                AsyncStream { continuation in
                    continuation.yield(body)
                    continuation.finish()
                }
            }
    }

    @Test(arguments: [417, 403], [0, 1])
    func `is not sent when the server refuses it`(code: Int, form: Int) async throws {
        let rest = Locked<String?>(nil)
        let server = try ScriptedServer { peer in
            _ = try await Self.head(of: peer)
            try await peer.say("HTTP/1.1 \(code) No\r\nContent-Length: 2\r\n\r\nno")
            let more = try await Self.head(of: peer)
            rest.withLock { $0 = more }
        }
        var configuration = EngineConfiguration()
        configuration.continueTimeout = .seconds(60)
        let transport = EngineTransport(configuration)
        let response = try await transport.send(try request(server, Self.body(form)))
        #expect(response.status.code == code && response.text == "no")
        while rest.withLock({ $0 }) == nil { await Task.yield() }
        #expect(rest.withLock { $0 } == "")
    }

    @Test func `is sent when the server says nothing for long enough`() async throws {
        let server = try ScriptedServer { peer in
            _ = try await Self.head(of: peer)
            guard try await Self.head(of: peer) == "body" else { return }
            try await peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        var configuration = EngineConfiguration()
        configuration.continueTimeout = .milliseconds(20)
        let transport = EngineTransport(configuration)
        #expect(try await transport.send(try request(server, Self.body(0))).status == 200)
    }

    @Test func `is no matter where there is no body`() async throws {
        let seen = Locked("")
        let server = try ScriptedServer { peer in
            let head = try await Self.head(of: peer)
            seen.withLock { $0 = head }
            try await peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let response = try await EngineTransport().send(try request(server, .none))
        #expect(response.status == 200)
        #expect(!seen.withLock { $0 }.contains("Expect"))
    }
}
#endif
