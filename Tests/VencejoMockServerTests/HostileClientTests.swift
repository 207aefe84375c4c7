import Testing
import VencejoHTTP
import VencejoJSON
import VencejoMockServer

@Suite(.timeLimit(.minutes(2)))
struct HostileClientTests {
    private static let long = String(repeating: "a", count: 100_000)

    @Test(arguments: [
        ("GET /\(long) HTTP/1.1\r\nHost: h\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: \(long)\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "X: 1\r\n", count: 300), 431),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
        ("rubbish\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost h\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999999\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
            400
        ),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
            400
        ),
    ])
    func `what is no request is refused and the connection closed`(
        _ bytes: String,
        _ status: Int
    ) async throws {
        let server = try await MockServer { _ in .text("taken") }
        let client = try await RawClient(to: server)
        try await client.send(bytes)
        client.finishSending()
        let text = String(decoding: try await client.readToEnd(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.contains("Connection: close\r\n"))
        #expect(server.requests.isEmpty)
        await server.stop()
    }

    @Test func `a body larger than allowed is refused while it is being sent`() async throws {
        var options = MockServer.Options()
        options.maximumBodyBytes = 1000
        let server = try await MockServer(options: options) { _ in .text("taken") }
        let client = try await RawClient(to: server)
        let chunk = "100\r\n" + String(repeating: "x", count: 256) + "\r\n"
        try await client.send(
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                + String(repeating: chunk, count: 10)
        )
        client.finishSending()
        let text = String(decoding: try await client.readToEnd(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 413 "))
        await server.stop()
    }

    @Test func `a request that never becomes whole runs out of time`() async throws {
        var options = MockServer.Options()
        options.requestTimeout = .milliseconds(50)
        let server = try await MockServer(options: options) { _ in .text("taken") }
        let client = try await RawClient(to: server)
        try await client.send("GET / HTTP/1.1\r\nHos")
        let text = String(decoding: try await client.read(12), as: UTF8.self)
        #expect(text == "HTTP/1.1 408")
        await server.stop()
    }

    @Test(arguments: ["", "\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\r\n"])
    func `a connection that falls silent is closed`(_ before: String) async throws {
        var options = MockServer.Options()
        options.idleTimeout = .milliseconds(50)
        let server = try await MockServer(options: options) { _ in .text("taken") }
        let client = try await RawClient(to: server)
        try await client.send(before)
        let text = String(decoding: try await client.readToEnd(), as: UTF8.self)
        #expect(text.hasSuffix("taken") == before.hasPrefix("GET"))
        #expect(!text.contains(" 408 "))
        await server.stop()
    }

    @Test func `a client that takes nothing of its answer is let go of`() async throws {
        var options = MockServer.Options()
        options.idleTimeout = .milliseconds(50)
        let large = [UInt8](repeating: 0x61, count: 64 << 20)
        let server = try await MockServer(options: options) { _ in .bytes(large) }
        let client = try await RawClient(to: server)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await server.nextRequest() != nil)
        while server.openConnections > 0 { await Task.yield() }
        #expect(try await client.readToEnd().count < large.count)
        await server.stop()
    }

    @Test func `indentation makes no large answer of a small request`() throws {
        let depth = 500
        let numbers = Array(repeating: "1", count: 100_000).joined(separator: ",")
        let text =
            "{\"a\":" + String(repeating: "[", count: depth) + numbers
            + String(repeating: "]", count: depth) + "}"
        let request = RecordedRequest(
            method: .post,
            target: "/posts",
            headers: [.contentType: "application/json"],
            body: Array(text.utf8)
        )
        var machine = JSONServerMachine(database: ["posts": []], persists: true)
        let answer = machine.handle(request)
        #expect(answer.status == .created)
        #expect(answer.body.count < 2 * text.utf8.count)
        #expect((try JSONValue(parsing: answer.body))["id"] == 1)
    }

    @Test func `connections beyond the most are closed`() async throws {
        var options = MockServer.Options()
        options.maximumConnections = 1
        let server = try await MockServer(options: options) { _ in .text("a") }
        let first = try await RawClient(to: server)
        try await first.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try await first.answers(to: [.get])
        let second = try await RawClient(to: server)
        #expect(try await second.readToEnd() == [])
        await server.stop()
    }

    @Test(arguments: 1...40)
    func `random bytes neither stop nor crash the server`(_ seed: UInt64) async throws {
        let server = try await MockServer.lessons()
        var generator = Dice(seed: seed)
        let seeds = [
            "GET /posts?_page=1&_limit=3 HTTP/1.1\r\nHost: h\r\nIf-None-Match: \"x\"\r\n\r\n",
            "POST /posts HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                + "Content-Length: 9\r\n\r\n{\"a\":[1]}",
            "GET /users?name_like=(a%2B)%2B$&_sort=id&_embed=posts HTTP/1.1\r\nHost: h\r\n\r\n",
            "PUT /posts/1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        ]
        for _ in 0..<10 {
            var bytes = Array(seeds[Int(generator.next() % 4)].utf8)
            for _ in 0..<(generator.next() % 8) {
                bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
                    truncatingIfNeeded: generator.next()
                )
            }
            let client = try await RawClient(to: server)
            try await client.send(bytes)
            client.finishSending()
            _ = try await client.readToEnd()
        }
        let client = try await RawClient(to: server)
        try await client.send("GET /posts/1 HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.answers(to: [.get]).first?.status == .ok)
        await server.stop()
    }

    private struct Dice: Sendable {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }
}
