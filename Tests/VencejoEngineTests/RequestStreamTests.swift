#if os(Linux)
import Foundation
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets
import VencejoWire

/// What a server made of one request.
struct Received: Sendable {
    var headers = Headers()
    var body: [UInt8] = []
    /// Whether the request ended as its framing says.
    var isWhole = false
}

extension Peer {
    /// Reads the next request up to its end, or to that of the connection.
    func receive() async throws -> Received {
        var parser = RequestParser(limits: WireLimits(maxBodyBytes: .max))
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while parser.needsMore {
            let count = (try? await socket.receive(into: &bytes)) ?? 0
            if count == 0 { break }
            _ = try parser.feed(Array(bytes[..<count]))
        }
        return Received(
            headers: parser.head?.headers ?? [:],
            body: parser.body,
            isWhole: parser.isComplete
        )
    }
}

/// Chunks that count how many of them were made.
private struct Chunks: AsyncSequence, AsyncIteratorProtocol {
    var rest: [[UInt8]]
    var failure: (any Error)?
    let made: Counter

    func makeAsyncIterator() -> Chunks { self }

    mutating func next() async throws -> [UInt8]? {
        guard !rest.isEmpty else {
            if let failure { throw failure }
            return nil
        }
        made.add()
        return rest.removeFirst()
    }
}

final class Counter: Sendable {
    private let value = Locked(0)

    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}

private struct Trouble: Error, Hashable {}

@Suite struct `A body that is made while it is sent` {
    let transport = EngineTransport()
    private let received = Requests()

    private func server(
        answer: String = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    ) throws -> ScriptedServer {
        try ScriptedServer { [received] peer in
            while true {
                let request = try await peer.receive()
                received.append(request)
                guard request.isWhole else { return }
                try await peer.say(answer)
            }
        }
    }

    private func body(
        _ chunks: [[UInt8]],
        length: Int? = nil,
        isReplayable: Bool = true,
        failure: (any Error)? = nil,
        made: Counter = Counter()
    ) -> RequestBody {
        let failing = failure as? Trouble
        return .stream(length: length, isReplayable: isReplayable) {
            Chunks(rest: chunks, failure: failing, made: made)
        }
    }

    @Test(arguments: [nil, 11])
    func `arrives as it was made`(length: Int?) async throws {
        let server = try server()
        for _ in 0..<2 {
            let body = body([Array("hello".utf8), [], Array(" world".utf8)], length: length)
            let request = Request(.post, try server.url(), body: body)
            #expect(try await transport.send(request).status == 200)
        }
        #expect(server.connections == 1)
        for request in received.all {
            #expect(request.body == Array("hello world".utf8))
            #expect(request.headers[.contentLength] == length.map(String.init))
            #expect(request.headers[.transferEncoding] == (length == nil ? "chunked" : nil))
        }
    }

    @Test(arguments: [4, 6])
    func `of another length than announced is never whole for the server`(
        length: Int
    ) async throws {
        let server = try server()
        let request = Request(
            .post,
            try server.url(),
            body: body([[1, 2], [3, 4], [5]], length: length)
        )
        guard case .invalidRequest(.body(let words))? = await failure(of: request, over: transport)
        else {
            Issue.record("no failure")
            return
        }
        #expect(words == "the stream gave 5 bytes where \(length) were announced")
        await untilReceived(1)
        #expect(received.all.map(\.isWhole) == [false])
    }

    @Test(arguments: [nil, 9])
    func `that fails hands the producer's error on`(length: Int?) async throws {
        let server = try server()
        let body = body([[1], [2]], length: length, failure: Trouble())
        let error = await #expect(throws: NetworkError.self) {
            try await transport.send(Request(.post, try server.url(), body: body))
        }
        #expect(error?.kind == .other)
        #expect(error?.underlying is Trouble)
        await untilReceived(1)
        #expect(received.all.map(\.isWhole) == [false])
    }

    private func untilReceived(_ count: Int) async {
        while received.count < count { await Task.yield() }
    }

    @Test func `is made as fast as the server takes it, and no further than its answer`()
        async throws
    {
        let made = Counter()
        let server = try ScriptedServer { peer in
            var head = [UInt8](repeating: 0, count: 1_024)
            _ = try await peer.socket.receive(into: &head)
            // The system's buffers are full when nothing more is made.
            var seen = -1
            while made.count != seen {
                seen = made.count
                for _ in 0..<50 { await Task.yield() }
            }
            try await peer.say("HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno")
            try await peer.waitForEnd()
        }
        let chunks = Array(repeating: [UInt8](repeating: 0x78, count: 1 << 20), count: 1_000)
        let request = Request(.post, try server.url(), body: body(chunks, made: made))
        let response = try await transport.send(request)
        #expect(response.status == 413 && response.text == "no")
        #expect(made.count < 64)
    }

    @Test func `whose producer sleeps does not keep an early answer back`() async throws {
        let stopped = Steps()
        let server = try ScriptedServer { peer in
            var head = [UInt8](repeating: 0, count: 1_024)
            _ = try await peer.socket.receive(into: &head)
            try await peer.say("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno")
            try await peer.waitForEnd()
        }
        let body = RequestBody.stream {
            AsyncThrowingStream<[UInt8], any Error>(unfolding: {
                // Until the task is cancelled.
                let (silence, _) = AsyncStream<Void>.makeStream()
                for await _ in silence {}
                stopped.go()
                return nil
            })
        }
        let response = try await transport.send(Request(.post, try server.url(), body: body))
        #expect(response.status == 401)
        await stopped.wait()
    }

    @Test func `ends with the call`() async throws {
        let stopped = Steps()
        let begun = Steps()
        let server = try ScriptedServer { peer in _ = try await peer.receive() }
        let url = try server.url()
        let body = RequestBody.stream {
            AsyncThrowingStream<[UInt8], any Error>(unfolding: {
                begun.go()
                let (silence, _) = AsyncStream<Void>.makeStream()
                for await _ in silence {}
                stopped.go()
                return nil
            })
        }
        let transport = transport
        let call = Task { await failure(of: Request(.post, url, body: body), over: transport) }
        await begun.wait()
        call.cancel()
        #expect(await call.value == .cancelled)
        await stopped.wait()
    }
}

/// Closes the first connection under its second request, as a server whose patience ended.
private func staleServer(_ received: Requests) throws -> ScriptedServer {
    try ScriptedServer { peer in
        while true {
            if peer.number == 1, received.count == 1 {
                var head = [UInt8](repeating: 0, count: 64)
                _ = try await peer.socket.receive(into: &head)
                return
            }
            let request = try await peer.receive()
            guard request.isWhole else { return }
            received.append(request)
            try await peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
    }
}

/// The requests that came.
private final class Requests: Sendable {
    private let list = Locked<[Received]>([])

    var count: Int { list.withLock { $0.count } }
    var all: [Received] { list.withLock { $0 } }
    var last: Received? { list.withLock { $0.last } }
    func append(_ request: Received) { list.withLock { $0.append(request) } }
}

@Suite struct `A body on a connection that the server has closed` {
    let transport = EngineTransport()
    private let received = Requests()

    private func sendTwice(_ body: RequestBody) async throws -> NetworkError.Kind? {
        let server = try staleServer(received)
        _ = try await transport.send(Request(.put, try server.url(), body: .bytes([1])))
        let kind = await failure(of: Request(.put, try server.url(), body: body), over: transport)
        if kind == nil { #expect(server.connections == 2) }
        return kind
    }

    @Test func `is sent again from memory`() async throws {
        let bytes = [UInt8](repeating: 7, count: 300_000)
        #expect(try await sendTwice(.bytes(bytes)) == nil)
        #expect(received.last?.body == bytes)
    }

    @Test func `is read again from its file`() async throws {
        let file = try Scratch([UInt8](repeating: 8, count: 300_000))
        #expect(try await sendTwice(.file(file.path)) == nil)
        #expect(received.last?.body.count == 300_000)
    }

    @Test func `is made again where that can be done`() async throws {
        let made = Counter()
        let body = RequestBody.stream { Chunks(rest: [[1, 2], [3]], made: made) }
        #expect(try await sendTwice(body) == nil)
        #expect(received.last?.body == [1, 2, 3])
    }

    @Test func `fails where it cannot be made again`() async throws {
        let made = Counter()
        let body = RequestBody.stream(isReplayable: false) {
            Chunks(rest: [[1, 2], [3]], made: made)
        }
        #expect(try await sendTwice(body) == .invalidRequest(.bodyNotReplayable))
        #expect(received.count == 1)
    }
}

/// A file that goes with the test.
final class Scratch: Sendable {
    let path: String

    init(_ bytes: [UInt8]) throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("vencejo-\(UUID().uuidString)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func resize(_ count: Int) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: UInt64(count))
        try handle.close()
    }
}

@Suite struct `A file as a body` {
    let transport = EngineTransport()

    @Test(arguments: [0, 1, 131_072, 3_000_000])
    func `arrives with its length`(count: Int) async throws {
        let file = try Scratch((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let received = Locked(Received())
        let server = try ScriptedServer { peer in
            let request = try await peer.receive()
            received.withLock { $0 = request }
            try await peer.say("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        }
        let request = Request(.put, try server.url(), body: .file(file.path))
        #expect(try await transport.send(request).status == 201)
        let seen = received.withLock { $0 }
        #expect(seen.isWhole && seen.headers[.contentLength] == String(count))
        #expect(seen.body == (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    }

    @Test(arguments: ["/nowhere/at all", "/tmp"])
    func `that is none fails before anything is sent`(path: String) async throws {
        let server = try ScriptedServer.answeringOnce([])
        let request = Request(.put, try server.url(), body: .file(path))
        guard case .invalidRequest(.body(let words))? = await failure(of: request, over: transport)
        else {
            Issue.record("no failure")
            return
        }
        #expect(words.contains(path))
        #expect(server.connections == 0)
    }

    @Test(arguments: [0, 20_000_001])
    func `that changes its size on the way is never whole for the server`(
        size: Int
    ) async throws {
        let file = try Scratch([UInt8](repeating: 1, count: 20_000_000))
        let wholes = Locked<[Bool]>([])
        let server = try ScriptedServer { peer in
            var head = [UInt8](repeating: 0, count: 10)
            _ = try await peer.socket.receive(into: &head)
            try file.resize(size)
            var rest = [UInt8](repeating: 0, count: 65_536)
            var total = 0
            while let count = try? await peer.socket.receive(into: &rest), count > 0 {
                total += count
            }
            let isWhole = total >= 20_000_000
            wholes.withLock { $0.append(isWhole) }
        }
        let request = Request(.put, try server.url(), body: .file(file.path))
        guard case .invalidRequest(.body)? = await failure(of: request, over: transport) else {
            Issue.record("no failure")
            return
        }
        while wholes.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(wholes.withLock { $0 } == [false])
    }
}
#endif
