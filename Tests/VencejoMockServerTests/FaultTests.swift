import Foundation
import TestSupport
import Testing
import VencejoConcurrency
import VencejoHTTP
import VencejoMockServer
import VencejoSockets

@Suite(.server, .timeLimit(.minutes(2)))
struct `A fault` {
    private let get = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n"
    private let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"

    private func client(_ response: MockResponse) async throws -> RawClient {
        let server = try TestServer.current
        server.on(.get, "x", respond: response)
        let client = try await RawClient(to: server)
        try await client.send(get)
        return client
    }

    private func text(_ client: RawClient) async throws -> String {
        String(decoding: try await client.readToEnd(), as: UTF8.self)
    }

    @Test(arguments: [0, 9, 17, 80, 85, 1_000])
    func `closes after so many bytes`(_ count: Int) async throws {
        let whole = head + "Content-Length: 5\r\n\r\nhello"
        let client = try await client(.text("hello").failing(.close(after: .bytes(count))))
        #expect(try await text(client).utf8.elementsEqual(whole.utf8.prefix(count)))
    }

    @Test func `closes within the body`() async throws {
        let client = try await client(.text("hello").failing(.close(after: .body(2))))
        #expect(try await text(client).hasSuffix("\r\n\r\nhe"))
    }

    @Test func `resets instead of closing`() async throws {
        let client = try await client(.text("hello").failing(.reset(after: .body(5))))
        let error = await #expect(throws: SocketError.self) {
            while true { _ = try await client.readSome() }
        }
        #expect(error?.kind == .reset)
    }

    @Test func `half-closes and goes on reading`() async throws {
        let client = try await client(.text("hello").failing(.halfClose(after: .end)))
        #expect(try await text(client).hasSuffix("hello"))
        let server = try TestServer.current
        #expect(server.openConnections == 1)
        client.close()
        #expect(await server.idle(within: .seconds(10)))
    }

    @Test(arguments: [(Fault.Place.start, 0), (.bytes(12), 12), (.body(3), 82)])
    func `stalls until the client leaves`(_ place: Fault.Place, _ count: Int) async throws {
        let client = try await client(.text("hello").failing(.stall(after: place)))
        #expect(try await client.read(count).count == count)
        let server = try TestServer.current
        #expect(await server.nextRequest() != nil)
        #expect(server.openConnections == 1)
        client.close()
        #expect(await server.idle(within: .seconds(10)))
        #expect(server.wireLog.contains("→ ") == (count > 0))
    }

    @Test(.server(leaving: .unreadRequests))
    func `gives its place back though the client sent more than is read`() async throws {
        let client = try await client(.never)
        for _ in 0..<4 { try await client.send(String(repeating: get, count: 1_000)) }
        client.close()
        let server = try TestServer.current
        #expect(await server.idle(within: .seconds(10)))
    }

    @Test func `sends byte by byte`() async throws {
        let client = try await client(.text("hello").failing(.paced(1)))
        let whole = head + "Content-Length: 5\r\n\r\nhello"
        let bytes = try await client.read(whole.utf8.count)
        #expect(String(decoding: bytes, as: UTF8.self) == whole)
        let log = try TestServer.current.wireLog.split(separator: "\n")
        #expect(log.count { $0.contains("→ ") } == whole.utf8.count)
    }

    @Test func `waits where it was told to`() async throws {
        let pause = Fault.pause(.milliseconds(30), after: .body(1))
        let start = ContinuousClock.now
        let client = try await client(.text("hi").failing(pause))
        _ = try await client.answers(to: [.get])
        #expect(start.duration(to: .now) >= .milliseconds(30))
    }

    @Test func `does not stop the answer after it where it ends nothing`() async throws {
        let client = try await client(.text("hi").failing(.paced(1)))
        _ = try await client.answers(to: [.get])
        try await client.send(get)
        #expect(try await client.answers(to: [.get]).first?.body == Array("hi".utf8))
        #expect(try TestServer.current.acceptedConnections == 1)
    }

    @Test(arguments: [(ConnectionFault.close, false), (.reset, true)])
    func `ends a connection before its first request`(
        _ fault: ConnectionFault,
        _ isReset: Bool
    ) async throws {
        let server = try TestServer.current
        server.onConnection { $0 == 1 ? fault : nil }
        do {
            // A reset may come before the connecting is done with.
            let first = try await RawClient(to: server)
            #expect(try await first.readSome() == [])
            #expect(!isReset)
        } catch let error as SocketError {
            #expect(isReset && error.kind == .reset)
        }
        let second = try await RawClient(to: server)
        try await second.send(get)
        #expect(try await second.answers(to: [.get]).first?.status == .notFound)
    }

    @Test func `reads slowly`() async throws {
        let server = try TestServer.current
        server.onConnection { _ in .slowReading(8, every: .milliseconds(1)) }
        let client = try await RawClient(to: server)
        try await client.send(get)
        _ = try await client.answers(to: [.get])
        #expect(server.wireLog.split(separator: "\n").count { $0.contains("← ") } >= 4)
    }
}
