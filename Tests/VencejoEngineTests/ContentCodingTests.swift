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

private let br: [UInt8] = [
    0x1B, 0x17, 0x00, 0xF8, 0x8D, 0x94, 0x6E, 0xDE, 0x44, 0x55, 0x86, 0xD6, 0x0A, 0x20, 0x6C, 0x6F,
    0x4A, 0x11, 0x79, 0xE2, 0x80, 0xAE, 0x16,
]
private let zstd: [UInt8] = [
    0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x18, 0x6D, 0x00, 0x00, 0x38, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x20,
    0x0A, 0x01, 0x00, 0x99, 0x4B, 0x11,
]
/// The same with a window of 16 MiB, twice what RFC 9659 allows.
private let wideZstd: [UInt8] =
    [
        0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x70, 0x6C, 0x00, 0x00, 0x38, 0x68, 0x65, 0x6C, 0x6C, 0x6F,
        0x20,
    ]
    + [0x0A, 0x01, 0x00, 0x99, 0x4B, 0x11, 0x01, 0x00, 0x00]
/// 10 MiB of zeros in 27 bytes.
private let bomb: [UInt8] = [
    0xCB, 0xFF, 0xFF, 0x3F, 0xF8, 0x27, 0x00, 0xE2, 0xB1, 0x40, 0x20, 0xF7, 0xFE, 0x2F, 0xFF, 0xFF,
    0x3F, 0xF0, 0x4F, 0x00, 0xC4, 0x61, 0x11, 0x80, 0xEE, 0xFD, 0x07,
]

/// A gzip member that holds bytes as they are.
private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var sum: UInt32 = .max
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    func little(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let length = UInt32(bytes.count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(length, 2) + little(~length, 2) + bytes
        + little(~sum, 4) + little(length, 4)
}

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

    private static let whole: [(String, [UInt8])] = [
        ("gzip", gzip), ("x-gzip", gzip), ("GZIP", gzip), ("deflate", zlib), ("deflate", raw),
        ("identity", Array(text.utf8)), ("gzip, identity", gzip), ("br", br), ("zstd", zstd),
        ("br, gzip", stored(br)), ("gzip, gzip, gzip", stored(stored(gzip))),
        ("zstd, X-Gzip ,,", stored(zstd)), ("gzip", gzip + Array("junk".utf8)),
    ]

    @Test(arguments: whole)
    func `that are known are taken off`(coding: String, body: [UInt8]) async throws {
        let response = try await send(coding, body)
        #expect(response.text == text)
        #expect(response.body.undecodedCodings == [])
        #expect(response.headers[.contentEncoding] == coding)
    }

    @Test func `of several members give all of them`() async throws {
        #expect(try await send("gzip", gzip + gzip).text == text + text)
        #expect(try await send("zstd", zstd + zstd).text == text + text)
    }

    @Test func `that are unknown are handed over as they are`() async throws {
        for coding in ["aws-chunked", "utf-8", "compress"] {
            let response = try await send(coding, [1, 2, 3])
            #expect(response.body.bytes == [1, 2, 3])
            #expect(response.body.undecodedCodings == [coding])
            let both = try await send("br, \(coding), gzip", gzip)
            #expect(both.text == text)
            #expect(both.body.undecodedCodings == ["br", coding])
        }
    }

    private static let broken: [(String, [UInt8])] = [
        ("gzip", gzip.dropLast()), ("gzip", Array(gzip.prefix(12))), ("deflate", zlib.dropLast(2)),
        ("deflate", raw.dropLast(3)), ("deflate", [0x78]), ("gzip", [1, 2, 3]),
        ("gzip", gzip + gzip.dropLast()), ("gzip", gzip.dropLast(8) + [9, 9, 9, 9, 24, 0, 0, 0]),
        ("br", br.dropLast()), ("br", [UInt8](repeating: 0xFF, count: 9)),
        ("zstd", zstd.dropLast()), ("zstd", gzip), ("zstd", wideZstd),
        ("br, gzip", stored(br.dropLast())), ("gzip, gzip", stored(gzip.dropLast())),
        ("gzip, gzip, gzip, gzip, gzip, gzip", gzip),
    ]

    @Test(arguments: broken)
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

    @Test func `cannot make much of next to nothing unless that is asked for`() async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await send("br", bomb, limit: .max)
        }
        guard case .invalidResponse(let words)? = error?.kind else {
            Issue.record("\(String(describing: error?.kind))")
            return
        }
        #expect(words.contains("1000 times"))
        var configuration = EngineConfiguration()
        configuration.maximumExpansion = nil
        let tolerant = EngineTransport(configuration)
        let head =
            "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: \(bomb.count)\r\n\r\n"
        let server = try ScriptedServer.answeringOnce(Array(head.utf8) + bomb)
        let response = try await tolerant.send(Request(.get, try server.url()))
        #expect(response.body.count == 10 << 20)
    }
}
#endif
