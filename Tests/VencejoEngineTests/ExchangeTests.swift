#if os(Linux)
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

@Suite struct `An exchange` {
    let transport = EngineTransport()

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello"),
        ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200, ""),
        ("HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
        ("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, ""),
        ("HTTP/1.0 200 OK\r\n\r\nuntil the end", 200, "until the end"),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5;a=b\r\nhello\r\n6\r\n world\r\n0\r\nX-Sum: 1\r\n\r\n", 200, "hello world"
        ),
        (
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                + "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno", 404, "no"
        ),
    ])
    func `delivers a well-formed answer`(answer: String, code: Int, text: String) async throws {
        let server = try ScriptedServer.answeringOnce(Array(answer.utf8))
        let response = try await transport.send(Request(.get, try server.url()))
        #expect(response.status.code == code)
        #expect(response.text == text)
    }

    @Test func `takes no body from an answer to HEAD`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
        for _ in 0..<3 {
            let response = try await transport.send(Request(.head, try server.url()))
            #expect(response.body.isEmpty)
        }
        #expect(server.connections == 1)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
        "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "SSH-2.0-OpenSSH_9.2\r\n",
    ])
    func `refuses an answer that is malformed or cut short`(answer: String) async throws {
        let server = try ScriptedServer.answeringOnce(Array(answer.utf8))
        let kind = await failure(of: Request(.get, try server.url()), over: transport)
        guard case .invalidResponse? = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
    }

    @Test func `says that the connection was closed where no answer came`() async throws {
        let server = try ScriptedServer.answeringOnce([])
        let kind = await failure(of: Request(.get, try server.url()), over: transport)
        #expect(kind == .noConnection(.closed))
        #expect(server.connections == 1)
    }

    @Test func `says that the connection was refused`() async throws {
        var server: ScriptedServer? = try ScriptedServer.answeringOnce([])
        let url = try #require(try server?.url())
        server = nil
        // The listener closes when its task notices.
        var kind = await failure(of: Request(.get, url), over: transport)
        while kind != .noConnection(.refused) {
            kind = await failure(of: Request(.get, url), over: transport)
        }
        #expect(kind == .noConnection(.refused))
    }

    @Test func `says that a name does not exist`() async throws {
        let url = try #require(URI("http://nothing.invalid/"))
        let kind = await failure(of: Request(.get, url), over: transport)
        #expect(kind == .noConnection(.nameNotFound))
    }

    @Test(arguments: ["4", "chunked", "close"])
    func `stops at the limit of a body`(form: String) async throws {
        let head =
            switch form {
            case "4": "Content-Length: 4000\r\n\r\n"
            case "chunked": "Transfer-Encoding: chunked\r\n\r\nfa0\r\n"
            default: "\r\n"
            }
        let answer = "HTTP/1.1 200 OK\r\n" + head + String(repeating: "x", count: 4_000)
        let server = try ScriptedServer.answeringOnce(Array(answer.utf8))
        var request = Request(.get, try server.url())
        request.maximumResponseBytes = 3_999
        #expect(await failure(of: request, over: transport) == .bodyTooLarge(limit: 3_999))
    }

    @Test func `sends what a message needs and leaves out what would contradict it`() async throws {
        let seen = Locked<String?>(nil)
        let server = try ScriptedServer { peer in
            let text = try await peer.request()
            seen.withLock { $0 = text }
            try await peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        var request = Request(.post, try server.url("/a?b=c"), body: .bytes(Array("hello".utf8)))
        request.headers = [
            "Host": "other.example", "Content-Length": "99", "Connection": "upgrade",
            "Transfer-Encoding": "gzip", "X-One": "1",
        ]
        _ = try await transport.send(request)
        let lines = try #require(seen.withLock { $0 }).split(separator: "\r\n").map(String.init)
        #expect(
            lines == [
                "POST /a?b=c HTTP/1.1", "Host: other.example", "X-One: 1",
                "User-Agent: Vencejo/0.1", "Accept-Encoding: gzip, deflate, br, zstd",
                "Content-Length: 5", "hello",
            ]
        )
    }

    @Test(arguments: ["a\r\nX: 1", "a\nb", "a\u{0}"])
    func `never sends a field that could break out of its line`(value: String) async throws {
        let server = try ScriptedServer.answeringOnce([])
        let request = Request(.get, try server.url(), headers: ["X-One": value])
        let kind = await failure(of: request, over: transport)
        #expect(kind == .invalidRequest(.header("X-One")))
        #expect(server.connections == 0)
    }

    @Test func `delivers an answer that comes before the body was sent`() async throws {
        let server = try ScriptedServer { peer in
            var head = [UInt8](repeating: 0, count: 1_024)
            _ = try await peer.socket.receive(into: &head)
            try await peer.say("HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno")
            try await peer.waitForEnd()
        }
        let body = [UInt8](repeating: 0x78, count: 32 << 20)
        let request = Request(.post, try server.url(), body: .bytes(body))
        let response = try await transport.send(request)
        #expect(response.status.code == 413)
        #expect(response.text == "no")
    }

    @Test func `carries large bodies both ways`() async throws {
        let server = try ScriptedServer { peer in
            while let request = try await peer.request() {
                let body = request.utf8.suffix(3_000_000)
                try await peer.say("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
                try await peer.socket.send(Array(body))
            }
        }
        let body = (0..<3_000_000).map { UInt8(0x61 + $0 % 23) }
        for _ in 0..<2 {
            let request = Request(.put, try server.url(), body: .bytes(body))
            let response = try await transport.send(request)
            #expect(response.body.bytes == body)
        }
        #expect(server.connections == 1)
    }
}
#endif
