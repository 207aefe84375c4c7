import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoDigest
import VencejoMockServer
import VencejoTesting

/// What a test of downloads needs: a server with a file, a client that waits for nobody, a folder.
struct DownloadGround: Sendable {
    let server: MockServer
    let api: APIClient
    let folder: Scratch

    /// The values of `Range` that the server was sent; `-` for a request without.
    var ranges: [String] { server.requests.map { $0.headers[.range] ?? "-" } }

    static func run(
        _ file: MockFile,
        _ body: (DownloadGround) async throws -> Void
    ) async throws {
        try await run({ file.response(to: $0) }, body)
    }

    static func run(
        _ handler: @escaping @Sendable (RecordedRequest) async -> MockResponse,
        _ body: (DownloadGround) async throws -> Void
    ) async throws {
        let server = try await MockServer(handler: handler)
        let clock = TestClock(skipsWaits: true)
        let api = APIClient(baseURL: server.url) { $0.context.time = clock.timeSource }
        let ground = DownloadGround(server: server, api: api, folder: try Scratch())
        let result = await typed { try await body(ground) }
        await api.close()
        await server.stop()
        try result.get()
    }
}

@Suite struct DownloadTests {
    private static let file = MockFile.patterned(count: 300_001)

    @Test func `a file comes whole, under its name, and nothing else is left`() async throws {
        try await DownloadGround.run(Self.file) { ground in
            let states = Locked<[TransferProgress]>([])
            let path = ground.folder.file("a.bin")
            let file = try await ground.api.download("a.bin", to: path) { progress in
                states.withLock { $0.append(progress) }
            }
            #expect(file.path == path && file.count == 300_001 && file.received == 300_001)
            #expect(file.verified.isEmpty && file.response.status == 200)
            #expect(ground.folder.bytes("a.bin") == Self.file.contents)
            #expect(ground.folder.names == ["a.bin"])
            let last = states.withLock { $0.last }
            #expect(last?.bytes == 300_001 && last?.total == 300_001 && last?.fraction == 1)
            #expect(ground.server.requests[0].headers[.acceptEncoding] == "identity")
        }
    }

    @Test(arguments: [0, 1, 65_536])
    func `files of all sizes come, over one connection or several`(count: Int) async throws {
        let file = MockFile.patterned(count: count)
        for connections in [1, 3] {
            try await DownloadGround.run(file) { ground in
                let options = DownloadOptions.with {
                    $0.connections = connections
                    $0.leastBytesPerConnection = 1_000
                }
                let path = ground.folder.file("a")
                let got = try await ground.api.download("a", to: path, options: options)
                #expect(got.count == count && ground.folder.bytes("a") == file.contents)
                #expect(ground.folder.names == ["a"])
            }
        }
    }

    @Test func `a connection that is cut is made again from where it broke`() async throws {
        let file = Self.file.cut(at: [1, 70_000, 200_003])
        try await DownloadGround.run(file) { ground in
            let got = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.folder.bytes("a") == file.contents)
            #expect(ground.ranges == ["-", "bytes=1-", "bytes=70000-", "bytes=200003-"])
            let rest = ground.server.requests.dropFirst()
            #expect(rest.allSatisfy { $0.headers[.ifRange] == "\"v1\"" })
            #expect(got.received == 300_001)
            #expect(ground.folder.names == ["a"])
        }
    }

    @Test func `without a strong validator a cut means to begin again`() async throws {
        var file = Self.file.cut(at: [70_000])
        file.etag = "W/\"v1\""
        try await DownloadGround.run(file) { ground in
            let got = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.folder.bytes("a") == file.contents)
            #expect(ground.ranges == ["-", "-"])
            #expect(got.received == 370_001)
        }
    }

    @Test func `a server without ranges sends the whole again`() async throws {
        var file = Self.file.cut(at: [70_000])
        file.givesRanges = false
        try await DownloadGround.run(file) { ground in
            _ = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.folder.bytes("a") == file.contents)
            #expect(ground.ranges == ["-", "bytes=70000-"])
        }
    }

    @Test func `a resource that changed is fetched from its start`() async throws {
        let (old, new) = (Self.file.cut(at: [70_000]), MockFile.patterned(count: 250_000, seed: 2))
        let calls = Locked(0)
        try await DownloadGround.run { request in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            var second = new
            second.etag = "\"v2\""
            return call == 1 ? old.response(to: request) : second.response(to: request)
        } _: { ground in
            let got = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.folder.bytes("a") == new.contents && got.count == 250_000)
            #expect(ground.ranges == ["-", "bytes=70000-"])
        }
    }

    @Test(arguments: [412, 416])
    func `a refusal of the range means to begin anew`(status: Int) async throws {
        let file = Self.file.cut(at: [70_000])
        try await DownloadGround.run { request in
            request.headers.contains(.range)
                ? .status(HTTPStatus(status)) : file.response(to: request)
        } _: { ground in
            _ = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.folder.bytes("a") == file.contents)
            #expect(ground.ranges == ["-", "bytes=70000-", "-"])
        }
    }

    @Test func `a resource that changes all the time ends the download`() async throws {
        let file = Self.file
        try await DownloadGround.run { request in
            request.headers.contains(.range)
                ? .status(416) : file.cut(at: [70_000]).response(to: request)
        } _: { ground in
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download("a", to: ground.folder.file("a"))
            }
            guard case .invalidResponse = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func `a part that was not asked for is refused`() async throws {
        let file = Self.file.cut(at: [70_000])
        try await DownloadGround.run { request in
            guard request.headers.contains(.range) else { return file.response(to: request) }
            var wrong = request
            wrong.headers[.range] = "bytes=69999-"
            return file.response(to: wrong)
        } _: { ground in
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download("a", to: ground.folder.file("a"))
            }
            #expect(
                error?.kind
                    == .invalidResponse(
                        "asked for bytes=70000-, and got bytes 69999-300000/300001"
                    )
            )
            // What came before is good, and is there for the next run.
            #expect(ground.folder.names == ["a.vencejo-part", "a.vencejo-part.json"])
            #expect(ground.folder.bytes("a.vencejo-part") == Array(file.contents[..<70_000]))
        }
    }

    @Test func `an error status leaves nothing and keeps the answer`() async throws {
        try await DownloadGround.run { _ in
            .text("nothing here", status: 404)
        } _: { ground in
            for statuses in [AcceptedStatuses.success, .all] {
                let api = APIClient(baseURL: ground.server.url) { $0.acceptedStatuses = statuses }
                let error = await #expect(throws: NetworkError.self) {
                    try await api.download("a", to: ground.folder.file("a"))
                }
                #expect(error?.kind == .status(404))
                #expect(error?.response?.text() == "nothing here")
                await api.close()
            }
            #expect(ground.folder.names.isEmpty)
        }
    }

    @Test func `a coding that nobody asked for is taken off`() async throws {
        let text = String(repeating: "abcdefgh", count: 20_000)
        try await DownloadGround.run { request in
            var asked = request
            asked.headers[.acceptEncoding] = "gzip"
            let packed = MockResponse.text(text).header("ETag", "\"v1\"").compressed()
                .settled(for: asked)
            return request.headers.contains(.range) ? .status(500) : packed
        } _: { ground in
            let got = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.folder.bytes("a") == Array(text.utf8) && got.count == 160_000)
        }
    }

    @Test func `a file that is larger than it may be is not fetched`() async throws {
        try await DownloadGround.run(Self.file) { ground in
            let path = ground.folder.file("a")
            let less = DownloadOptions.with { $0.maximumBytes = 300_000 }
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download("a", to: path, options: less)
            }
            #expect(error?.kind == .bodyTooLarge(limit: 300_000))
            #expect(ground.folder.names.isEmpty)
            let enough = DownloadOptions.with { $0.maximumBytes = 300_001 }
            let got = try await ground.api.download("a", to: path, options: enough)
            #expect(got.count == 300_001)
        }
    }

    @Test func `a download by POST begins anew when it is cut`() async throws {
        struct Export: Endpoint {
            var method: HTTPMethod { .post }
            var path: Path { "export" }
            var body: Body { .json(["a": 1]) }
            var headers: Headers { [.idempotencyKey: "k"] }
        }
        let contents = Self.file.contents
        let calls = Locked(0)
        try await DownloadGround.run { _ in
            let isFirst = calls.withLock { calls in
                calls += 1
                return calls == 1
            }
            let answer = MockResponse.bytes(contents).header("ETag", "\"v1\"")
            return isFirst ? answer.failing(.close(after: .body(70_000))) : answer
        } _: { ground in
            _ = try await ground.api.download(Export(), to: ground.folder.file("a"))
            #expect(ground.folder.bytes("a") == contents)
            #expect(ground.ranges == ["-", "-"])
        }
    }

    @Test func `a server that is not there is told after three attempts`() async throws {
        let stub = StubTransport { $0.on(.get, "a", respond: .fail(.noConnection(.refused))) }
        let clock = TestClock(skipsWaits: true)
        let api = APIClient(baseURL: "https://api.example.com", transport: stub) {
            $0.context.time = clock.timeSource
        }
        let folder = try Scratch()
        let error = await #expect(throws: NetworkError.self) {
            try await api.download("a", to: folder.file("a"))
        }
        #expect(error?.kind == .noConnection(.refused))
        #expect(stub.requests.count == 3)
        #expect(folder.names.isEmpty)
    }

    @Test func `a range of one's own is refused`() async throws {
        try await DownloadGround.run(Self.file) { ground in
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download(
                    "a",
                    to: ground.folder.file("a"),
                    headers: ["Range": "bytes=1-"]
                )
            }
            #expect(error?.kind == .invalidRequest(.header("Range")))
            #expect(ground.server.requests.isEmpty)
        }
    }
}
