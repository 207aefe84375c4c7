import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoDeflate
import VencejoMockServer

@Suite struct CompressBodiesTests {
    private static let text = Array(String(repeating: "todo es aire\n", count: 20_000).utf8)
    private static let noise: [UInt8] = {
        var generator = SystemRandomNumberGenerator()
        return (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }()

    private func run(
        pipeline: Pipeline = [.compressBodies()],
        _ body: (APIClient, MockServer, Scratch) async throws -> Void
    ) async throws {
        let server = try await MockServer { _ in .status(204) }
        let api = APIClient(baseURL: server.url, pipeline: pipeline)
        let result = await typed { try await body(api, server, try Scratch()) }
        await api.close()
        await server.stop()
        try result.get()
    }

    @Test func `bytes, files and streams arrive compressed, and are the same`() async throws {
        try await run { api, server, folder in
            try folder.write(Self.text, "a")
            let stream = Body.stream(length: Self.text.count) {
                AsyncStream<[UInt8]> { chunks in
                    chunks.yield(Array(Self.text[..<100_000]))
                    chunks.yield(Array(Self.text[100_000...]))
                    chunks.finish()
                }
            }
            for body in [.bytes(Self.text), .file(folder.file("a")), stream] as [Body] {
                try await api.post("x", body: body)
            }
            for request in server.requests {
                #expect(request.headers[.contentEncoding] == "gzip")
                #expect(request.body.count < 10_000)
                #expect(request.decodedBody() == Self.text)
            }
            let lengths = server.requests.map { $0.headers.contains(.contentLength) }
            #expect(lengths == [true, false, false])
        }
    }

    @Test func `what is small, has a coding, grows or is excepted stays as it is`() async throws {
        try await run { api, server, folder in
            try folder.write(Array("hola".utf8), "a")
            try await api.post("x", body: .text("hola"))
            try await api.post("x", body: .file(folder.file("a")))
            try await api.post("x", body: .bytes(Self.text), headers: [.contentEncoding: "br"])
            try await api.post("x", body: .bytes(Self.noise))
            try await api.with { $0.compressesBodies = false }.post("x", body: .bytes(Self.text))
            try await api.get("x")
            let codings = server.requests.map { $0.headers[.contentEncoding] }
            #expect(codings == [nil, nil, "br", nil, nil, nil])
            #expect(server.requests[4].body == Self.text)
        }
    }

    @Test func `a server that wants no gzip is asked again without, and never again with`()
        async throws
    {
        try await run { api, server, _ in
            server.on(.post, "x") { request in
                request.headers.contains(.contentEncoding)
                    ? MockResponse(status: 415, headers: [.acceptEncoding: "identity"])
                    : .status(200)
            }
            for _ in 0..<2 {
                let response: Response = try await api.post("x", body: .bytes(Self.text))
                #expect(response.status == 200)
            }
            #expect(server.requests.map { $0.headers[.contentEncoding] } == ["gzip", nil, nil])
        }
    }

    @Test func `a 415 about something else is what came of it`() async throws {
        try await run { api, server, _ in
            server.on(
                .post,
                "x",
                respond: MockResponse(status: 415, headers: [.acceptEncoding: "gzip"])
            )
            let error = await #expect(throws: NetworkError.self) {
                try await api.post("x", body: .bytes(Self.text)) as Response
            }
            #expect(error?.kind == .status(415) && server.requests.count == 1)
        }
    }

    @Test func `a body is compressed again for a retry and a redirect`() async throws {
        try await run(pipeline: [.compressBodies(), .retry(.constant(.zero))]) {
            api,
            server,
            folder in
            try folder.write(Self.text, "a")
            server.on(.put, "old", respond: .redirect(307, to: "/new"))
            let calls = Locked(0)
            server.on(.put, "new") { _ in
                let call = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                return .status(call == 1 ? 503 : 204)
            }
            let told = Told()
            try await api.upload(
                .file(folder.file("a")),
                to: "old",
                method: .put,
                progress: told.tell
            )
            #expect(server.requests.count == 4)
            #expect(server.requests.allSatisfy { $0.decodedBody() == Self.text })
            // What is told are the caller's bytes, not those of the coding.
            #expect(told.last?.bytes == Self.text.count && told.last?.total == Self.text.count)
        }
    }

    @Test func `gzip is read with a limit, and damage is told apart`() throws {
        let packed = try #require(Gzip.pack(Self.text))
        #expect(Gzip.unpack(packed, limit: Self.text.count) == Self.text)
        #expect(Gzip.unpack(packed, limit: Self.text.count - 1) == nil)
        #expect(Gzip.unpack(Array(packed.dropLast()), limit: .max) == nil)
        #expect(Gzip.unpack(packed + packed, limit: .max) == Self.text + Self.text)
        #expect(Gzip.unpack(packed + [1], limit: .max) == nil)
        #expect(Gzip.unpack([], limit: 10) == nil)
        #expect(Gzip.pack([]).flatMap { Gzip.unpack($0, limit: 0) } == [])
        var damaged = packed
        damaged[packed.count / 2] ^= 0xFF
        #expect(Gzip.unpack(damaged, limit: .max) == nil)
        // Piece by piece comes out the same.
        let writer = try #require(GzipWriter())
        var pieces: [UInt8] = []
        for start in stride(from: 0, to: Self.noise.count, by: 997) {
            pieces += writer.write(Array(Self.noise[start..<min(start + 997, Self.noise.count)]))
        }
        pieces += writer.finish()
        #expect(Gzip.unpack(pieces, limit: .max) == Self.noise)
    }
}
