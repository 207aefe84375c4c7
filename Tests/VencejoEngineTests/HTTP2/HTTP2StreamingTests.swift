#if os(Linux)
import Foundation
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

@Suite struct `Streams over HTTP/2` {
    private func streamed(_ url: URI) -> Request {
        var request = Request(.get, url)
        request.delivery = .stream
        return request
    }

    @Test func `the head comes before the body, and trailers after it`() async throws {
        let goOn = Locked(false)
        let server = try ScriptedServer.http2 { peer in
            let id = try await peer.request()?.stream ?? 1
            try await peer.send(.answer(id))
            while !goOn.withLock({ $0 }) { await Task.yield() }
            try await peer.send(.data(id, "one", isEnd: false))
            try await peer.send(
                .data(id, "two", isEnd: false),
                .head(id, [("t", "1")], isEnd: true)
            )
            _ = try await peer.waitForEnd()
        }
        let response = try await EngineTransport.http2().send(streamed(server.url()))
        #expect(response.status == .ok)
        #expect(response.body.isStream)
        goOn.withLock { $0 = true }
        let body = response.body.stream
        var text = ""
        for try await chunk in body { text += String(decoding: chunk, as: UTF8.self) }
        #expect(text == "onetwo")
        #expect(body.trailers == ["t": "1"])
    }

    @Test func `an answer comes while its request is still being made`() async throws {
        let server = try ScriptedServer.http2 { peer in
            guard let asked = try await peer.request() else { return }
            try await peer.send(.answer(asked.stream))
            while let frame = try await peer.next(.data) {
                let text = String(decoding: frame.payload, as: UTF8.self)
                try await peer.send(.data(asked.stream, text, isEnd: frame.isEnd))
                if frame.isEnd { break }
            }
            _ = try await peer.waitForEnd()
        }
        let (pieces, producer) = AsyncStream<[UInt8]>.makeStream()
        var request = streamed(try server.url())
        request.method = .post
        request.body = .stream(isReplayable: false) { pieces }
        let response = try await EngineTransport.http2().send(request)
        #expect(response.status == .ok)
        var answer = response.body.stream.makeAsyncIterator()
        for round in 0..<20 {
            let piece = Array("piece \(round)".utf8)
            producer.yield(piece)
            // The next is made only when this one has come back.
            #expect(try await answer.next() == piece)
        }
        producer.finish()
        #expect(try await answer.next() == nil)
    }

    @Test func `what a call took is known at its end`() async throws {
        let steps = Steps()
        let server = try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                try await peer.send(
                    .answer(asked.stream),
                    .data(asked.stream, "12345", isEnd: false)
                )
                await steps.wait()
                try await peer.send(.data(asked.stream, "67890"))
            }
        }
        let transport = EngineTransport.http2()
        let response = try await transport.send(streamed(server.url()))
        #expect(response.timings.total == nil)
        let first = try #require(response.timings.firstByte)
        let body = response.body.stream
        #expect(body.timings == nil)
        steps.go()
        for try await _ in body {}
        let end = try #require(body.timings)
        #expect(end.firstByte == first)
        #expect(try #require(end.total) >= first)
        // Two frames of content and one of fields, each with its nine bytes before.
        let received = try #require(end.bytesReceived)
        #expect((9 + 1 + 2 * (9 + 5)...60).contains(received))
        steps.go()
        let whole = try await transport.send(Request(.get, server.url()))
        #expect(whole.timings.bytesReceived == received)
        #expect(whole.timings.total != nil)
        #expect((10...200).contains(try #require(whole.timings.bytesSent)))
        #expect(whole.timings.reusedConnection)
        #expect(whole.timings.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(whole.timings.localAddress?.hasPrefix("127.0.0.1:") == true)
    }

    @Test func `a reader that takes nothing stops the server`() async throws {
        let sent = Locked(0)
        let server = try ScriptedServer.http2 { peer in
            let id = try await peer.request()?.stream ?? 1
            try await peer.send(.answer(id))
            var window = 1 << 20
            let piece = String(repeating: "x", count: 16_384)
            while sent.withLock({ $0 }) < 4 << 20 {
                while window < piece.utf8.count {
                    guard let frame = try await peer.next() else { return }
                    if frame.is(.windowUpdate), frame.stream == id { window += frame.number() }
                }
                try await peer.send(.data(id, piece, isEnd: false))
                window -= piece.utf8.count
                sent.withLock { $0 += piece.utf8.count }
            }
            try await peer.send(.data(id, ""))
            _ = try await peer.waitForEnd()
        }
        let transport = EngineTransport.http2()
        let response = try await transport.send(streamed(server.url()))
        while sent.withLock({ $0 }) < 1 << 20 { await Task.yield() }
        for _ in 0..<2_000 { await Task.yield() }
        #expect(sent.withLock { $0 } == 1 << 20)
        var count = 0
        for try await chunk in response.body.stream { count += chunk.count }
        #expect(count == 4 << 20)
    }

    @Test func `letting go resets the stream and leaves the connection`() async throws {
        let resets = Locked<[Int]>([])
        let server = try ScriptedServer.http2 { peer in
            while let frame = try await peer.next() {
                if frame.is(.reset) { resets.withLock { $0.append(frame.number()) } }
                guard frame.is(.headers) else { continue }
                try await peer.send(
                    .answer(frame.stream),
                    .data(frame.stream, "part", isEnd: frame.stream > 1)
                )
            }
        }
        let transport = EngineTransport.http2()
        do {
            let response = try await transport.send(streamed(server.url()))
            for try await chunk in response.body.stream {
                #expect(chunk == Array("part".utf8))
                break
            }
        }
        while resets.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(resets.withLock { $0 } == [8])
        #expect(await failure(of: Request(.get, try server.url()), over: transport) == nil)
        #expect(server.connections == 1)
    }

    @Test func `a body outlives the transport it came through`() async throws {
        let server = try ScriptedServer.http2 { peer in
            let id = try await peer.request()?.stream ?? 1
            try await peer.send(.answer(id), .data(id, "a", isEnd: false))
            try await peer.send(.data(id, "b"))
            _ = try await peer.waitForEnd()
        }
        let body = try await EngineTransport.http2().send(streamed(server.url())).body
        #expect(try await body.collected(limit: 10) == Array("ab".utf8))
    }

    @Test func `a body that is cut short is an error`() async throws {
        let server = try ScriptedServer.http2 { peer in
            let id = try await peer.request()?.stream ?? 1
            try await peer.send(.answer(id), .data(id, "a", isEnd: false))
        }
        let body = try await EngineTransport.http2().send(streamed(server.url())).body
        await #expect(throws: NetworkError.self) { try await body.collected(limit: 10) }
    }
}

@Suite struct `Request bodies over HTTP/2` {
    private func echo() throws -> ScriptedServer {
        try ScriptedServer.http2 { peer in
            while let asked = try await peer.request() {
                let body = asked.isEnd ? [] : try await peer.body(asked.stream)
                let length = asked.fields["content-length"] ?? "none"
                let sum = body.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
                try await peer.send(
                    .answer(asked.stream),
                    .data(asked.stream, "\(length) \(body.count) \(sum)")
                )
            }
        }
    }

    private static func content(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
    }

    private static func sum(_ bytes: [UInt8]) -> Int {
        bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
    }

    private func send(_ body: RequestBody) async throws -> String {
        let server = try echo()
        let request = Request(.post, try server.url(), body: body)
        return try await EngineTransport.http2().send(request).text
    }

    @Test func `in memory arrive whole, larger than the window`() async throws {
        let content = Self.content(300_000)
        let text = try await send(.bytes(content))
        #expect(text == "300000 300000 \(Self.sum(content))")
    }

    @Test func `from a stream arrive in order, with a length and without`() async throws {
        let content = Self.content(200_000)
        let pieces = stride(from: 0, to: content.count, by: 7_001).map {
            Array(content[$0..<min($0 + 7_001, content.count)])
        }
        let make: @Sendable () -> AsyncStream<[UInt8]> = {
            AsyncStream { stream in
                for piece in pieces { stream.yield(piece) }
                stream.finish()
            }
        }
        let sum = Self.sum(content)
        #expect(try await send(.stream(make)) == "none 200000 \(sum)")
        #expect(try await send(.stream(length: 200_000, make)) == "200000 200000 \(sum)")
        let server = try echo()
        let request = Request(.post, try server.url(), body: .stream(length: 3, make))
        let kind = await failure(of: request, over: .http2())
        guard case .invalidRequest(.body)? = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
    }

    @Test func `from a file arrive whole`() async throws {
        let content = Self.content(200_000)
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("vencejo-\(UUID().uuidString)")
        try Data(content).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let text = try await send(.file(file.path))
        #expect(text == "200000 200000 \(Self.sum(content))")
    }

    @Test func `a producer's own error is the call's`() async throws {
        struct Trouble: Error {}
        let body = RequestBody.stream {
            AsyncThrowingStream<[UInt8], any Error> { stream in
                stream.yield([1])
                stream.finish(throwing: Trouble())
            }
        }
        let server = try echo()
        let request = Request(.post, try server.url(), body: body)
        var error: NetworkError?
        do {
            _ = try await EngineTransport.http2().send(request)
        } catch let caught {
            error = caught
        }
        #expect(error?.underlying is Trouble)
    }

    @Test func `an answer before the end of the body is delivered`() async throws {
        let server = try ScriptedServer.http2 { peer in
            let asked = try await peer.request()
            try await peer.send(.answer(asked?.stream ?? 1, 413, isEnd: true))
            _ = try await peer.waitForEnd()
        }
        let body = RequestBody.stream {
            AsyncStream<[UInt8]>(unfolding: { [UInt8](repeating: 1, count: 10_000) })
        }
        let request = Request(.post, try server.url(), body: body)
        let response = try await EngineTransport.http2().send(request)
        #expect(response.status == 413)
    }
}
#endif
