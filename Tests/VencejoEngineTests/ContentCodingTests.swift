#if os(Linux)
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

private let text = "hello hello hello hello\n"
private let raw: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00]
private let zlib: [UInt8] =
    [0x78, 0xDA] + raw + [0x70, 0xBE, 0x08, 0xBB]
private let gzip: [UInt8] =
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + raw
    + [0x00, 0x88, 0x59, 0x0B] + [24, 0, 0, 0]

@Suite struct `Content codings` {
    let transport = EngineTransport()

    private func send(_ coding: String, _ body: [UInt8], limit: Int = 1_000) async throws
        -> Response
    {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        let server = try ScriptedServer.answeringOnce(Array(head.utf8) + body)
        var request = Request(.get, try server.url())
        request.maximumResponseBytes = limit
        return try await transport.send(request)
    }

    @Test(arguments: [
        ("gzip", gzip), ("x-gzip", gzip), ("GZIP", gzip), ("deflate", zlib), ("deflate", raw),
        ("identity", Array(text.utf8)), ("gzip, identity", gzip),
    ])
    func `that are known are taken off`(coding: String, body: [UInt8]) async throws {
        let response = try await send(coding, body)
        #expect(response.text == text)
        #expect(response.body.undecodedCodings == [])
        #expect(response.headers[.contentEncoding] == coding)
    }

    @Test func `of several members give all of them`() async throws {
        #expect(try await send("gzip", gzip + gzip).text == text + text)
    }

    @Test func `that are unknown are handed over as they are`() async throws {
        let response = try await send("br", [1, 2, 3])
        #expect(response.body.bytes == [1, 2, 3])
        #expect(response.body.undecodedCodings == ["br"])
        let both = try await send("br, gzip", gzip)
        #expect(both.text == text)
        #expect(both.body.undecodedCodings == ["br"])
    }

    @Test(arguments: [
        ("gzip", Array(gzip.dropLast())), ("gzip", Array(gzip.prefix(12))),
        ("deflate", Array(zlib.dropLast(2))), ("deflate", Array(raw.dropLast(3))),
        ("gzip", [1, 2, 3]), ("gzip", Array(gzip.dropLast(8)) + [9, 9, 9, 9, 24, 0, 0, 0]),
    ])
    func `that are cut short or damaged are errors`(coding: String, body: [UInt8]) async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await send(coding, body)
        }
        guard case .invalidResponse? = error?.kind else {
            Issue.record("\(String(describing: error?.kind))")
            return
        }
    }

    @Test func `cannot grow a body beyond its limit`() async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await send("gzip", gzip + gzip + gzip, limit: 60)
        }
        #expect(error?.kind == .bodyTooLarge(limit: 60))
    }
}
#endif
