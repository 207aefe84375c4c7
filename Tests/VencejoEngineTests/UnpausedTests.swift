#if os(Linux)
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

/// Calls that never have to wait, and whose time and cancellation are seen all the same.
@Suite(.serialized) struct `A server that never pauses` {
    /// Twenty million bytes, each in a chunk of its own: reading them takes longer than sending.
    private func flooding(times: Int = 400) throws -> ScriptedServer {
        let chunks = [[UInt8]](repeating: Array("1\r\nx\r\n".utf8), count: 50_000).flatMap(\.self)
        return try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<times {
                try await peer.socket.send(chunks)
                // The client is slower all the same; other tests have to run too.
                await Task.yield()
            }
            try await peer.say("0\r\n\r\n")
        }
    }

    private func kind(of request: Request, _ transport: EngineTransport) async
        -> NetworkError.Kind?
    {
        do throws(NetworkError) {
            let response = try await transport.send(request)
            for try await _ in response.body.stream {}
            return nil
        } catch {
            return error.kind
        }
    }

    @Test(arguments: [Delivery.whole, .stream])
    func `does not outlast the time of the whole call`(delivery: Delivery) async throws {
        let server = try flooding()
        var request = Request(.get, try server.url())
        request.delivery = delivery
        request.maximumResponseBytes = .max
        request.timeouts.total = .milliseconds(100)
        #expect(await kind(of: request, EngineTransport()) == .timedOut(.total))
    }

    @Test func `leaves room for others on the same thread`() async throws {
        let server = try flooding(times: 2_000)
        let transport = EngineTransport()
        let flag = Flag()
        var request = Request(.get, try server.url())
        request.maximumResponseBytes = .max
        request.timeouts.total = .seconds(600)
        let call = Task(executorPreference: transport.executor) { [request] in
            let kind = await failure(of: request, over: transport)
            flag.raise()
            return kind
        }
        // A second call on the thread is answered while the first one reads.
        let other = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let url = try other.url()
        let isFirst = await Task(executorPreference: transport.executor) {
            _ = await failure(of: Request(.get, url), over: transport)
            return !flag.isRaised
        }.value
        #expect(isFirst)
        call.cancel()
        #expect(await call.value == .cancelled)
    }

    @Test(arguments: [false, true])
    func `is timed out while a small body grows`(isHTTP2: Bool) async throws {
        let server =
            isHTTP2
            ? try ScriptedServer.http2 { peer in
                let id = try await peer.request()?.stream ?? 1
                try await peer.send(
                    .head(id, [(":status", "200"), ("content-encoding", "br")]),
                    HTTP2Frame(.data, flags: 1, stream: id, Coded.bomb)
                )
                _ = try await peer.waitForEnd()
            }
            : try ScriptedServer { peer in
                _ = try await peer.request()
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n"
                try await peer.say(head + "Content-Length: \(Coded.bomb.count)\r\n\r\n")
                try await peer.socket.send(Coded.bomb)
                try await peer.waitForEnd()
            }
        var configuration = EngineConfiguration()
        configuration.maximumExpansion = nil
        if isHTTP2 { configuration.http2 = .priorKnowledge }
        let transport = EngineTransport(configuration)
        var request = Request.streaming(try server.url())
        let total = Duration.seconds(1)
        request.timeouts.total = total
        let start = MonotonicClock.now()
        // A machine at its limits may be late with the head already.
        let error = await #expect(throws: NetworkError.self) {
            let response = try await transport.send(request)
            while Duration(nanoseconds: MonotonicClock.now() - start) < total { await Task.yield() }
            for try await _ in response.body.stream {}
        }
        #expect(error?.kind == .timedOut(.total))
    }

    @Test func `is timed out while much is made of little and nothing of that`() async throws {
        // A million empty members under one coding: 20 MB on the way to an empty body.
        let members = [[UInt8]](repeating: Coded.stored([]), count: 1_000_000).flatMap(\.self)
        let body = members
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
            try await peer.say(head + "Content-Length: \(body.count)\r\n\r\n")
            try await peer.socket.send(body)
            try await peer.waitForEnd()
        }
        var request = Request(.get, try server.url())
        request.timeouts.total = .milliseconds(100)
        #expect(await failure(of: request, over: EngineTransport()) == .timedOut(.total))
    }

    @Test func `does not keep an upload beyond the time of the call`() async throws {
        let server = try ScriptedServer { peer in
            var piece = [UInt8](repeating: 0, count: 1 << 20)
            while try await peer.socket.receive(into: &piece) > 0 { await Task.yield() }
        }
        var request = Request(.post, try server.url())
        request.body = .stream { Endless() }
        request.timeouts.total = .milliseconds(100)
        #expect(await failure(of: request, over: EngineTransport()) == .timedOut(.total))
    }
}

private final class Flag: Sendable {
    private let state = Locked(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}

/// Two gigabytes of the same piece.
private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private var count = 0
    private let piece = [UInt8](repeating: 1, count: 65_536)

    func makeAsyncIterator() -> Endless { self }

    mutating func next() async -> [UInt8]? {
        count += 1
        return count < 32_768 ? piece : nil
    }
}
#endif
