import Foundation
import TestSupport
import Testing
import VencejoHTTP
import VencejoJSON
import VencejoMockServer

@Suite(.timeLimit(.minutes(2)))
struct MockServerTests {
    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"))
    func `json-server's recorded answers come over a socket`() async throws {
        let placeholder = try await MockServer.jsonPlaceholder()
        for recorded in ConformanceCase.all {
            let server =
                recorded.isSmall
                ? try await MockServer.database(ConformanceCase.smallDatabase) : placeholder
            try await check(recorded, server)
            if recorded.isSmall { await server.stop() }
        }
        await placeholder.stop()
    }

    private func check(_ recorded: ConformanceCase, _ server: MockServer) async throws {
        let host = "127.0.0.1:\(server.port)"
        let client = try await RawClient(to: server)
        var tag = ""
        if recorded.needsTag {
            let target = recorded.request(host: host, tag: "").target
            let get = RecordedRequest(method: .get, target: target, headers: [.host: host])
            tag = try await client.answer(to: get).headers[.etag] ?? ""
        }
        let answer = try await client.answer(to: recorded.request(host: host, tag: tag))
        let faults = recorded.faults(
            status: answer.status,
            headers: answer.headers,
            body: answer.body,
            base: server.url
        )
        #expect(faults == [], "\(recorded.name)")
        guard let second = recorded.secondRequest(host: host) else { return }
        let then = try await client.answer(to: second)
        let thenFaults = recorded.secondFaults(
            status: then.status,
            headers: then.headers,
            body: then.body
        )
        #expect(thenFaults == [], "\(recorded.name)")
    }

    private func get(_ path: String) -> String {
        "GET /\(path) HTTP/1.1\r\nHost: h\r\n\r\n"
    }

    @Test func `later routes win, and what nothing answers is 404 with an empty object`()
        async throws
    {
        let server = try await MockServer()
        server.on(.get, "users/{id}", respond: .text("first"))
        server.on(.get, "users/{id}") { .text("second \($0.parameters["id"] ?? "")") }
        let client = try await RawClient(to: server)
        try await client.send(get("users/a%2Fb") + get("nothing"))
        let answers = try await client.answers(to: [.get, .get])
        #expect(answers.map { String(decoding: $0.body, as: UTF8.self) } == ["second a/b", "{}"])
        #expect(answers.map(\.status.code) == [200, 404])
        await server.stop()
    }

    @Test func `requests in one packet are answered in order on one connection`() async throws {
        let server = try await MockServer { .text($0.target) }
        let client = try await RawClient(to: server)
        try await client.send((1...50).map { get("\($0)") }.joined())
        let answers = try await client.answers(to: Array(repeating: .get, count: 50))
        #expect(
            answers.map { String(decoding: $0.body, as: UTF8.self) } == (1...50).map { "/\($0)" }
        )
        #expect(server.acceptedConnections == 1)
        #expect(server.requests.map(\.target) == (1...50).map { "/\($0)" })
        await server.stop()
    }

    @Test func `a chunked request is taken, byte by byte`() async throws {
        let server = try await MockServer { .bytes($0.body) }
        let client = try await RawClient(to: server)
        let text =
            "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n"
        for byte in text.utf8 { try await client.send([byte]) }
        let answer = try #require(try await client.answers(to: [.post]).first)
        #expect(String(decoding: answer.body, as: UTF8.self) == "abc0123456789")
        await server.stop()
    }

    @Test func `a body may be sent in chunks, and none for HEAD`() async throws {
        let server = try await MockServer { _ in .text("0123456789").chunked(of: 4) }
        let client = try await RawClient(to: server)
        try await client.send(get("a") + "HEAD /b HTTP/1.1\r\nHost: h\r\n\r\n" + get("c"))
        let answers = try await client.answers(to: [.get, .head, .get])
        #expect(answers.map(\.body.count) == [10, 0, 10])
        #expect(answers.allSatisfy { $0.headers[.transferEncoding] == "chunked" })
        await server.stop()
    }

    @Test func `a client that waits for 100 is told to continue`() async throws {
        let server = try await MockServer { .bytes($0.body) }
        let client = try await RawClient(to: server)
        try await client.send(
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n"
                + "Connection: close\r\n\r\n"
        )
        let go = "HTTP/1.1 100 Continue\r\n\r\n"
        #expect(String(decoding: try await client.read(go.utf8.count), as: UTF8.self) == go)
        try await client.send("ok")
        let rest = String(decoding: try await client.readToEnd(), as: UTF8.self)
        #expect(rest.hasPrefix("HTTP/1.1 200 OK\r\n") && rest.hasSuffix("\r\n\r\nok"))
        await server.stop()
    }

    @Test(arguments: [
        (MockResponse.raw(Array("garbage".utf8)), "garbage"),
        (MockResponse.text("abc").cutShort(after: 12), "HTTP/1.1 200"),
        (MockResponse.text("abc").cutShort(after: 0), ""),
    ])
    func `answers go wrong as asked`(_ response: MockResponse, _ wanted: String) async throws {
        let server = try await MockServer { _ in response }
        let client = try await RawClient(to: server)
        try await client.send(get("x"))
        #expect(String(decoding: try await client.readToEnd(), as: UTF8.self) == wanted)
        await server.stop()
    }

    @Test func `the connection ends where it was said to`() async throws {
        var options = MockServer.Options()
        options.keepsAlive = false
        let server = try await MockServer(options: options) { _ in .text("a") }
        let client = try await RawClient(to: server)
        try await client.send(get("x") + get("y"))
        let text = String(decoding: try await client.readToEnd(), as: UTF8.self)
        #expect(text.contains("Connection: close\r\n"))
        #expect(server.requests.count == 1)
        await server.stop()
    }

    @Test func `a stopped server answers nobody and frees its port`() async throws {
        let server = try await MockServer { _ in .never }
        let client = try await RawClient(to: server)
        try await client.send(get("x"))
        #expect(await server.nextRequest()?.target == "/x")
        #expect(server.openConnections == 1)
        await server.stop()
        #expect(try await client.readToEnd() == [])
        #expect(server.openConnections == 0)
        #expect(await server.nextRequest() == nil)
        var options = MockServer.Options()
        options.port = server.port
        let second = try await MockServer(options: options) { _ in .text("again") }
        #expect(second.port == server.port)
        await second.stop()
        await second.stop()
    }

    @Test func `a client that never pauses holds no server that stops`() async throws {
        let server = try await MockServer { _ in .never }
        let client = try await RawClient(to: server)
        try await client.send(get("x"))
        #expect(await server.nextRequest()?.target == "/x")
        let flood = Task {
            let piece = [UInt8](repeating: 0x58, count: 1 << 20)
            while (try? await client.send(piece)) != nil { await Task.yield() }
        }
        await server.stop()
        await flood.value
        #expect(server.openConnections == 0)
    }

    @Test func `a taken port and a faulty address are errors`() async throws {
        let server = try await MockServer()
        var options = MockServer.Options()
        options.port = server.port
        await #expect(throws: MockServer.StartError.self) {
            _ = try await MockServer(options: options)
        }
        options.host = "nowhere.invalid"
        await #expect(throws: MockServer.StartError.self) {
            _ = try await MockServer(options: options)
        }
        await server.stop()
    }

    #if os(Linux)
    @Test func `a server that cannot start leaves no thread behind`() async throws {
        let server = try await MockServer()
        var options = MockServer.Options()
        options.port = server.port
        let attempts = 300
        for _ in 0..<attempts { _ = try? await MockServer(options: options) }
        func threads() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        }
        while try threads() >= attempts { await Task.yield() }
        await server.stop()
    }
    #endif

    @Test func `latency is waited for`() async throws {
        let server = try await MockServer.jsonPlaceholder(latency: .fixed(.milliseconds(30)))
        let client = try await RawClient(to: server)
        let start = ContinuousClock.now
        try await client.send(get("todos/1?_delay=20"))
        _ = try await client.answers(to: [.get])
        #expect(start.duration(to: .now) >= .milliseconds(50))
        await server.stop()
    }

    @Test func `a share of requests fails, the same ones with the same seed`() async throws {
        var options = MockServer.Options()
        options.failRate = 0.5
        var runs: [[Int]] = []
        for _ in 0..<2 {
            let server = try await MockServer.lessons(options: options)
            let client = try await RawClient(to: server)
            try await client.send((1...20).map { get("todos/\($0)") }.joined())
            let answers = try await client.answers(to: Array(repeating: .get, count: 20))
            runs.append(answers.map(\.status.code))
            await server.stop()
        }
        #expect(runs[0] == runs[1])
        #expect(Set(runs[0]) == [200, 503])
    }

    @Test func `a large body is compressed for those who accept it`() async throws {
        let server = try await MockServer.jsonPlaceholder()
        let client = try await RawClient(to: server)
        try await client.send(
            "GET /posts HTTP/1.1\r\nHost: h\r\nAccept-Encoding: br, gzip\r\n\r\n"
                + "GET /posts HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip;q=0\r\n\r\n"
                + "GET /posts/1 HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip\r\n\r\n"
        )
        let answers = try await client.answers(to: [.get, .get, .get])
        #expect(answers.map { $0.headers[.contentEncoding] } == ["gzip", nil, nil])
        #expect(answers[0].body.prefix(2) == [0x1F, 0x8B])
        #expect(answers[0].body.count * 2 < answers[1].body.count)
        await server.stop()
    }
}
