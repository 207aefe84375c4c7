import Testing
import VencejoConcurrency
import VencejoSockets

@Suite struct `A socket` {
    let poller: Poller
    let listener: Listener

    init() throws {
        poller = try Poller()
        let address = try #require(SocketAddress(literal: "127.0.0.1", port: 0))
        listener = try Listener(address, poller: poller)
    }

    private func pair() async throws -> (Socket, Socket) {
        async let accepted = listener.accept()
        let client = try await Socket.connect(to: listener.address, poller: poller)
        return (client, try await accepted)
    }

    @Test func `carries bytes until its end`() async throws {
        let (client, server) = try await pair()
        try await client.send(Array("hello".utf8))
        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(try await server.receive(into: &buffer) == 5)
        client.finishSending()
        #expect(try await server.receive(into: &buffer) == 0)
        try await server.send([1, 2, 3])
        #expect(try await client.receive(into: &buffer, from: 10) == 3)
        #expect(buffer[10..<13] == [1, 2, 3])
        poller.stop()
    }

    @Test func `sends more than the system takes at once`() async throws {
        let (client, server) = try await pair()
        let bytes = [UInt8](repeating: 7, count: 20_000_000)
        async let sent: Void = client.send(bytes)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var total = 0
        while total < bytes.count { total += try await server.receive(into: &buffer) }
        try await sent
        #expect(total == bytes.count)
        poller.stop()
    }

    @Test func `says how a wait ended`() async throws {
        let (client, server) = try await pair()
        let soon = MonotonicClock.deadline(after: .milliseconds(5), from: MonotonicClock.now())
        // Receive first and wait after: an edge from before the connection is no news.
        let late = await #expect(throws: SocketError.self) {
            var buffer = [UInt8](repeating: 0, count: 10)
            return try await client.receive(into: &buffer, until: soon)
        }
        #expect(late?.kind == .timedOut)
        let waiting = Task {
            await typed { () async throws(SocketError) in
                var buffer = [UInt8](repeating: 0, count: 10)
                return try await client.receive(into: &buffer)
            }
        }
        waiting.cancel()
        if case .failure(let error) = await waiting.value {
            #expect(error.kind == .cancelled)
        } else {
            Issue.record("the wait ended as if there were something to read")
        }
        server.close()
        server.close()
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(try await client.receive(into: &buffer) == 0)
        poller.stop()
    }

    @Test func `is refused where nobody listens`() async throws {
        let address = listener.address
        listener.close()
        let error = await #expect(throws: SocketError.self) {
            try await Socket.connect(to: address, poller: poller)
        }
        #expect(error?.kind == .refused)
        poller.stop()
    }

    @Test func `stops accepting when interrupted`() async throws {
        let listener = listener
        let accepting = Task {
            await typed { () throws(SocketError) in
                _ = try await listener.accept()
            }
        }
        listener.interrupt()
        if case .failure(let error) = await accepting.value {
            #expect(error.kind == .closed)
        } else {
            Issue.record("somebody connected")
        }
        poller.stop()
    }

    @Test(arguments: ["localhost", "127.0.0.1", "::1"])
    func `resolves this machine without a look-up`(host: String) async throws {
        let found = try await Resolver(poller: poller).addresses(of: host, port: 80, until: nil)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.port == 80 })
        poller.stop()
    }
}
