#if os(Linux)
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

/// The codings of ``ContentCodingTests`` in pieces, as they are read by a stream.
@Suite struct `A coded body that streams` {
    let transport = EngineTransport()

    private func stream(_ coding: String, _ body: [UInt8], by size: Int) async throws -> Response {
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
            )
            var rest = body[...]
            while !rest.isEmpty {
                let piece = rest.prefix(size)
                rest.removeFirst(piece.count)
                try await peer.socket.send(
                    Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0D, 0x0A]
                )
                // Another piece is another read, most of the time.
                await Task.yield()
            }
            try await peer.say("0\r\n\r\n")
            try await peer.waitForEnd()
        }
        return try await transport.send(.streaming(try server.url()))
    }

    @Test(arguments: Coded.whole, [1, 2, 7, 1_000])
    func `is decoded piece by piece`(sample: Coded, size: Int) async throws {
        let response = try await stream(sample.coding, sample.body, by: size)
        #expect(response.body.isStream && response.body.undecodedCodings == [])
        let bytes = try await response.body.collected(limit: 1_000)
        #expect(String(decoding: bytes, as: UTF8.self) == Coded.text)
    }

    @Test(arguments: Coded.broken.filter { !$0.isRefusedByName }, [1, 1_000])
    func `says so when it is cut short or damaged`(sample: Coded, size: Int) async throws {
        let response = try await stream(sample.coding, sample.body, by: size)
        let error = await #expect(throws: NetworkError.self) {
            try await response.body.collected(limit: 1_000)
        }
        guard case .invalidResponse? = error?.kind else {
            Issue.record("\(String(describing: error?.kind))")
            return
        }
    }

    @Test func `is handed over as it is where nobody knows the coding`() async throws {
        let response = try await stream("br, compress", [1, 2, 3], by: 2)
        #expect(response.body.undecodedCodings == ["br", "compress"])
        #expect(try await response.body.collected(limit: 3) == [1, 2, 3])
    }

    @Test func `is decoded over HTTP/2 too`() async throws {
        let server = try ScriptedServer.http2 { peer in
            let id = try await peer.request()?.stream ?? 1
            try await peer.send(
                .head(id, [(":status", "200"), ("content-encoding", "compress, gzip")]),
                HTTP2Frame(.data, flags: 0, stream: id, Array(Coded.gzip.prefix(9))),
                HTTP2Frame(.data, flags: 1, stream: id, Array(Coded.gzip.dropFirst(9)))
            )
            _ = try await peer.waitForEnd()
        }
        let response = try await EngineTransport.http2().send(.streaming(try server.url()))
        let bytes = try await response.body.collected(limit: 1_000)
        #expect(String(decoding: bytes, as: UTF8.self) == Coded.text)
        #expect(response.body.undecodedCodings == ["compress"])
    }

    @Test func `grows in pieces of 64 KiB at most`() async throws {
        var configuration = EngineConfiguration()
        configuration.maximumExpansion = nil
        let head =
            "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: \(Coded.bomb.count)\r\n\r\n"
        let server = try ScriptedServer.answeringOnce(Array(head.utf8) + Coded.bomb)
        let response = try await EngineTransport(configuration)
            .send(.streaming(try server.url()))
        var largest = 0
        var total = 0
        for try await chunk in response.body.stream {
            largest = max(largest, chunk.count)
            total += chunk.count
        }
        #expect(total == 10 << 20)
        #expect(largest == 65_536)
    }

    @Test func `is refused once it grows a thousandfold`() async throws {
        let response = try await stream("br", Coded.bomb, by: 100)
        var total = 0
        let error = await #expect(throws: NetworkError.self) {
            for try await chunk in response.body.stream { total += chunk.count }
        }
        guard case .invalidResponse? = error?.kind else {
            Issue.record("\(String(describing: error?.kind))")
            return
        }
        #expect(total <= 1 << 20)
    }
}
#endif
