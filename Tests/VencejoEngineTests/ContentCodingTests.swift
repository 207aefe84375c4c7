#if os(Linux)
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

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

    @Test(arguments: Coded.whole)
    func `that are known are taken off`(sample: Coded) async throws {
        let response = try await send(sample.coding, sample.body)
        #expect(response.text == Coded.text)
        #expect(response.body.undecodedCodings == [])
        #expect(response.headers[.contentEncoding] == sample.coding)
    }

    @Test func `of several members give all of them`() async throws {
        #expect(try await send("gzip", Coded.gzip + Coded.gzip).text == Coded.text + Coded.text)
        #expect(try await send("zstd", Coded.zstd + Coded.zstd).text == Coded.text + Coded.text)
    }

    @Test func `that are unknown are handed over as they are`() async throws {
        for coding in ["aws-chunked", "utf-8", "compress"] {
            let response = try await send(coding, [1, 2, 3])
            #expect(response.body.bytes == [1, 2, 3])
            #expect(response.body.undecodedCodings == [coding])
            let both = try await send("br, \(coding), gzip", Coded.gzip)
            #expect(both.text == Coded.text)
            #expect(both.body.undecodedCodings == ["br", coding])
        }
    }

    @Test(arguments: Coded.broken)
    func `that are cut short or damaged are errors`(sample: Coded) async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await send(sample.coding, sample.body)
        }
        guard case .invalidResponse? = error?.kind else {
            Issue.record("\(String(describing: error?.kind))")
            return
        }
    }

    @Test func `cannot grow a body beyond its limit`() async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await send("gzip", Coded.gzip + Coded.gzip + Coded.gzip, limit: 60)
        }
        #expect(error?.kind == .bodyTooLarge(limit: 60))
    }

    @Test func `cannot make much of next to nothing unless that is asked for`() async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await send("br", Coded.bomb, limit: .max)
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
            "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: \(Coded.bomb.count)\r\n\r\n"
        let server = try ScriptedServer.answeringOnce(Array(head.utf8) + Coded.bomb)
        let response = try await tolerant.send(Request(.get, try server.url()))
        #expect(response.body.count == 10 << 20)
    }
}
#endif
