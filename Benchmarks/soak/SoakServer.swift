#if os(Linux)
import VencejoHTTP
import VencejoMockServer

/// The mock server with a route for each deed.
enum SoakServer {
    static func start() async throws -> MockServer {
        var options = MockServer.Options()
        options.recordsRequests = false
        options.maximumConnections = 4_096
        let server = try await MockServer(options: options)
        addAnswers(server)
        addFaults(server)
        return server
    }

    private static func addAnswers(_ server: MockServer) {
        let pattern = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        server.on(.get, "text", respond: .text("text"))
        server.on(.post, "echo") { .bytes($0.body) }
        server.on(.post, "stale") { .bytes($0.body).failing(.close(after: .end)) }
        server.on(
            .get,
            "chunked",
            respond: .bytes(pattern).chunked(sizes: [1, 10, 300]).trailer("X-Sum", "1")
        )
        server.on(.get, "slow", respond: .bytes(pattern).failing(.paced(61)))
        let hints = MockResponse.status(103).header("Link", "</a>")
        server.on(.get, "interim", respond: .bytes(pattern).preceded(by: hints, hints))
        let long = String(repeating: "0123456789", count: 5_000)
        server.on(.get, "gzip", respond: .text(long).compressed())
        server.on(.get, "large", respond: .stream(.repeating(pattern, count: 1 << 20)))
        server.on(.get, "redirect/{n}") { request in
            let left = Int(request.parameters["n"] ?? "") ?? 0
            return left > 0 ? .redirect(302, to: "/redirect/\(left - 1)") : .text("text")
        }
        let tooLarge = MockResponse.text("no", status: 413).closing()
        server.on(Route(.post, "early", respond: tooLarge).answeringBeforeBody())
    }

    private static func addFaults(_ server: MockServer) {
        let body = MockResponse.bytes([UInt8](repeating: 1, count: 50_000))
        server.on(.get, "reset", respond: body.failing(.reset(after: .start)))
        server.on(.get, "cut", respond: body.failing(.close(after: .body(777))))
        server.on(.get, "garbage", respond: .raw(Array("SSH-2.0-x\r\n".utf8)))
        server.on(.get, "silent", respond: .raw([]))
        server.on(.get, "stall", respond: body.failing(.stall(after: .body(100))))
        server.on(.get, "never", respond: .never)
    }
}
#endif
