import TestSupport
import Testing
import VencejoConcurrency
import VencejoHTTP
import VencejoMockServer

@Suite struct `The server trait` {
    private func run(_ trait: ServerTrait, _ body: @Sendable () async throws -> Void) async throws {
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }

    private func get(_ path: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n"
    }

    @Test(.server) func `gives the test a server`() async throws {
        let server = try TestServer.current
        server.on(.get, "a", respond: .text("here"))
        let client = try await RawClient(to: server)
        try await client.send(get("/a"))
        #expect(try await client.answers(to: [.get]).first?.body == Array("here".utf8))
        #expect(server.wireLog.contains("← GET /a HTTP/1.1\\r\\n"))
        #expect(server.wireLog.contains("→ HTTP/1.1 200 OK\\r\\n"))
    }

    @Test func `complains of a connection that is left open`() async throws {
        let kept = Locked<RawClient?>(nil)
        try await withKnownIssue {
            try await run(.server(within: .milliseconds(20))) {
                let client = try await RawClient(to: try TestServer.current)
                kept.withLock { $0 = client }
                try await client.send(get("/"))
                _ = try await client.answers(to: [.get])
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue == "1 connections are left open" }
        }
        kept.withLock { $0 = nil }
    }

    @Test func `complains of a request that was never whole`() async throws {
        try await withKnownIssue {
            try await run(.server) {
                let server = try TestServer.current
                let client = try await RawClient(to: server)
                try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab")
                client.close()
                while server.counts.accepted == 0 { await Task.yield() }
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue == "1 requests were never read whole" }
        }
    }

    @Test func `complains of a handler that goes on`() async throws {
        let isDone = Locked(false)
        try await withKnownIssue {
            try await run(.server(within: .milliseconds(20))) {
                let server = try TestServer.current
                server.on(.get, "slow") { _ in
                    while !isDone.withLock({ $0 }) { await Task.yield() }
                    return .text("late")
                }
                let client = try await RawClient(to: server)
                try await client.send(get("/slow"))
                while server.counts.working == 0 { await Task.yield() }
                client.close()
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("1 ") }
        }
        isDone.withLock { $0 = true }
    }

    @Test func `has no server for a test without it`() {
        #expect(throws: TestServer.Absent.self) { try TestServer.current }
    }
}
