import TestSupport
import Testing
import VencejoConcurrency
import VencejoHTTP
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(2)))
struct `An answer` {
    private let get = "GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

    private func text(_ response: MockResponse, of method: HTTPMethod = .get) async throws -> String
    {
        let server = try TestServer.current
        server.on(method, "x", respond: response)
        let client = try await RawClient(to: server)
        try await client.send(get)
        return String(decoding: try await client.readToEnd(), as: UTF8.self)
    }

    @Test func `in chunks of chosen sizes ends with its trailers`() async throws {
        let response = MockResponse.text("abcdefgh").chunked(sizes: [1, 3])
            .trailer("X-Sum", "9").trailer("X-T", "2")
        let body = "1\r\na\r\n3\r\nbcd\r\n1\r\ne\r\n3\r\nfgh\r\n0\r\nX-Sum: 9\r\nX-T: 2\r\n\r\n"
        #expect(try await text(response).hasSuffix("\r\n\r\n" + body))
    }

    @Test func `comes after its interim answers`() async throws {
        let hints = MockResponse.status(103).header("Link", "</a>")
        let whole = try await text(.text("a").preceded(by: .status(100), hints))
        #expect(
            whole.hasPrefix(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\n"
            )
        )
    }

    @Test(arguments: ["-1", "3", "9"])
    func `may lie about its length`(_ length: String) async throws {
        let whole = try await text(.text("hello").header(.contentLength, length))
        #expect(whole.contains("\r\nContent-Length: \(length)\r\n"))
        #expect(whole.hasSuffix("\r\n\r\nhello"))
    }

    @Test func `may tell two lengths`() async throws {
        let response = MockResponse.text("a").header(.contentLength, "1")
        let whole = try await text(response.header(.contentLength, "2"))
        #expect(whole.contains("Content-Length: 1\r\nContent-Length: 2\r\n"))
    }

    @Test(arguments: [0, 1, 65_536, 300_001])
    func `may be made while it is sent`(_ count: Int) async throws {
        let stream = MockStream.repeating([1, 2, 3], count: count)
        let server = try TestServer.current
        server.on(.get, "x", respond: .stream(stream))
        server.on(.get, "y", respond: .stream(stream).chunked(of: 7_000))
        let client = try await RawClient(to: server)
        for path in ["x", "y"] {
            try await client.send("GET /\(path) HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = try #require(try await client.answers(to: [.get]).first)
            #expect(answer.body.count == count)
            #expect(answer.body.enumerated().allSatisfy { $0.offset % 3 + 1 == Int($0.element) })
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test func `without a length ends with its connection`() async throws {
        let whole = try await text(.stream(.pieces([Array("ab".utf8), Array("cd".utf8)])))
        #expect(whole.contains("\r\nConnection: close\r\n"))
        #expect(!whole.contains("Content-Length"))
        #expect(whole.hasSuffix("\r\n\r\nabcd"))
    }

    @Test(.server(leaving: .unreadRequests))
    func `is not made faster than it is read`() async throws {
        let server = try TestServer.current
        let made = Counter()
        let block = [UInt8](repeating: 7, count: 64 << 10)
        server.on(.get, "x") { _ in
            .stream(MockStream(count: 10 << 30) { _ in made.add(block) })
        }
        let client = try await RawClient(to: server)
        try await client.send(get)
        _ = try await client.read(1 << 20)
        var before = -1
        while made.count != before {
            before = made.count
            for _ in 0..<2_000 { await Task.yield() }
        }
        // What the system's buffers hold, and no more.
        #expect(made.count < 64 << 20)
        client.close()
        #expect(await server.idle(within: .seconds(10)))
    }

    private final class Counter: Sendable {
        private let bytes = Locked(0)
        var count: Int { bytes.withLock { $0 } }

        func add(_ block: [UInt8]) -> [UInt8] {
            bytes.withLock { $0 += block.count }
            return block
        }
    }

    @Test func `may come before the body of its request`() async throws {
        let server = try TestServer.current
        server.on(Route(.post, "x", respond: .text("early")).answeringBeforeBody())
        let client = try await RawClient(to: server)
        try await client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n")
        let early = try #require(try await client.answers(to: [.post]).first)
        #expect(early.body == Array("early".utf8))
        try await client.send("hello" + get)
        let next = try #require(try await client.answers(to: [.get]).first)
        #expect(next.status == .notFound)
        #expect(server.requests.map(\.target) == ["/x", "/x"])
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A stopping server` {
    @Test func `does not wait for a computation`() async throws {
        let isDone = Locked(false)
        let server = try await MockServer { _ in
            while !isDone.withLock({ $0 }) { await Task.yield() }
            return .text("late")
        }
        let client = try await RawClient(to: server)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        while server.counts.working == 0 { await Task.yield() }
        await server.stop()
        #expect(server.openConnections == 0)
        #expect(try await client.readToEnd() == [])
        isDone.withLock { $0 = true }
    }

    @Test func `ends a handler whose client has left`() async throws {
        let wasCancelled = Locked(false)
        let server = try await MockServer { _ in
            await untilCancelled()
            wasCancelled.withLock { $0 = Task.isCancelled }
            return .text("late")
        }
        let client = try await RawClient(to: server)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        while server.counts.working == 0 { await Task.yield() }
        client.close()
        #expect(await server.idle(within: .seconds(20)))
        #expect(wasCancelled.withLock { $0 })
        await server.stop()
    }
}
