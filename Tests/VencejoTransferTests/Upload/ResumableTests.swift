import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer
import VencejoTesting

/// What a test of resumable uploads needs: a server, a client that waits for nobody, a file.
struct ResumableGround: Sendable {
    static let content = (0..<500_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    let server: MockServer
    let uploads: MockUploads
    let api: APIClient
    let clock: TestClock
    let folder: Scratch
    let using: ResumableProtocol

    var file: Body { .file(folder.file("a.bin"), contentType: "video/mp4") }
    var record: String { folder.file("a.upload") }
    /// The methods that the server was asked with.
    var methods: [String] { server.requests.map(\.method.rawValue) }

    func send(
        _ options: ResumableOptions = ResumableOptions(),
        told: Told = Told()
    ) async throws(NetworkError) -> UploadReceipt {
        try await api.uploadResumably(
            file,
            to: "files",
            using: using,
            record: record,
            options: options,
            progress: told.tell
        )
    }

    static func run(
        _ uploads: MockUploads,
        pipeline: Pipeline = [],
        _ body: (ResumableGround) async throws -> Void
    ) async throws {
        let server = try await MockServer(routes: uploads.routes(at: "files"))
        let clock = TestClock(skipsWaits: true)
        let api = APIClient(baseURL: server.url, pipeline: pipeline) {
            $0.context.time = clock.timeSource
        }
        let folder = try Scratch()
        try folder.write(content, "a.bin")
        let ground = ResumableGround(
            server: server,
            uploads: uploads,
            api: api,
            clock: clock,
            folder: folder,
            using: uploads.using
        )
        let result = await typed { try await body(ground) }
        await api.close()
        await server.stop()
        try result.get()
    }
}

extension MockUploads {
    var using: ResumableProtocol {
        switch dialect {
        case .tus: .tus
        case .draft(let version): .draft(version: version)
        }
    }
}

@Suite struct ResumableTests {
    static let dialects: [MockUploads.Dialect] = [.tus, .draft(version: 8), .draft(version: 9)]

    @Test(arguments: dialects)
    func `a file arrives, and nothing is left`(dialect: MockUploads.Dialect) async throws {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            let told = Told()
            let receipt = try await ground.send(told: told)
            #expect(ground.uploads.finished.map(\.content) == [ResumableGround.content])
            #expect(receipt.count == 500_003 && receipt.sent == 500_003 && receipt.kept == 0)
            #expect(receipt.response.status.isSuccess && receipt.upload != nil)
            #expect(told.last?.bytes == 500_003 && told.last?.total == 500_003)
            #expect(ground.folder.names == ["a.bin"])
            #expect(ground.methods == (dialect == .tus ? ["POST", "PATCH"] : ["POST"]))
        }
    }

    @Test(arguments: dialects)
    func `cuts cost no byte that the server has`(dialect: MockUploads.Dialect) async throws {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            for cut in [100_000, 1, 200_000] { ground.uploads.cut(after: cut) }
            let told = Told()
            let receipt = try await ground.send(told: told)
            #expect(ground.uploads.finished.map(\.content) == [ResumableGround.content])
            #expect(ground.methods.count { $0 == "HEAD" } == 3)
            #expect(receipt.kept == 0)
            #expect(told.states.allSatisfy { $0.bytes <= 500_003 })
            #expect(told.last?.bytes == 500_003)
            #expect(ground.folder.names == ["a.bin"])
        }
    }

    @Test(arguments: dialects)
    func `chunks arrive one after the other, cut or not`(dialect: MockUploads.Dialect) async throws
    {
        for cuts in [[], [70_000, 130_000]] {
            try await ResumableGround.run(MockUploads(dialect, maximumRequestBytes: 100_000)) {
                ground in
                for cut in cuts { ground.uploads.cut(after: cut) }
                let receipt = try await ground.send(.with { $0.chunkBytes = 100_000 })
                #expect(ground.uploads.finished.map(\.content) == [ResumableGround.content])
                #expect(receipt.response.status.isSuccess)
                #expect(ground.methods.count { $0 == "PATCH" } >= 5)
                #expect(ground.folder.names == ["a.bin"])
            }
        }
    }

    /// Lets a call fail after some bytes, as a process that ends would.
    private func leave(_ ground: ResumableGround, after count: Int) async throws {
        ground.uploads.cut(after: count)
        let error = await #expect(throws: NetworkError.self) {
            try await ground.send(.with { $0.retry = .never })
        }
        #expect(error != nil)
    }

    @Test(arguments: dialects)
    func `a later run goes on where an earlier one ended`(dialect: MockUploads.Dialect) async throws
    {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            try await leave(ground, after: 300_000)
            #expect(ground.folder.names == ["a.bin", "a.upload"])
            ground.server.forgetRequests()
            let told = Told()
            let receipt = try await ground.send(told: told)
            #expect(receipt.kept == 300_000 && receipt.sent == 200_003)
            #expect(told.last?.kept == 300_000 && told.last?.bytes == 500_003)
            #expect(ground.methods == ["HEAD", "PATCH"])
            #expect(ground.uploads.finished.map(\.content) == [ResumableGround.content])
            #expect(ground.folder.names == ["a.bin"])
        }
    }

    @Test(arguments: dialects)
    func `another content, target or protocol begins anew`(dialect: MockUploads.Dialect)
        async throws
    {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            try await leave(ground, after: 300_000)
            let other = Array(ResumableGround.content.reversed())
            try ground.folder.write(other, "a.bin")
            ground.server.forgetRequests()
            let receipt = try await ground.send()
            #expect(receipt.kept == 0 && receipt.sent == 500_003)
            #expect(!ground.methods.contains("HEAD"))
            #expect(ground.uploads.finished.map(\.content) == [other])
        }
    }

    @Test(arguments: dialects)
    func `an upload that the server forgot is begun anew`(dialect: MockUploads.Dialect) async throws
    {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            try await leave(ground, after: 300_000)
            ground.uploads.forget()
            let receipt = try await ground.send()
            #expect(receipt.kept == 0 && receipt.sent == 500_003)
            #expect(ground.methods.suffix(3).contains("HEAD"))
            #expect(ground.uploads.finished.map(\.content) == [ResumableGround.content])
            #expect(ground.folder.names == ["a.bin"])
        }
    }

    @Test(arguments: dialects)
    func `a server that claims more than it was given gets nothing more`(
        dialect: MockUploads.Dialect
    ) async throws {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            ground.uploads.cut(after: 300_000)
            ground.uploads.lie(by: 300_000)
            let error = await #expect(throws: NetworkError.self) { try await ground.send() }
            guard case .invalidResponse(let text) = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text.hasPrefix("the server claims 600000 bytes"))
            #expect(ground.uploads.finished.isEmpty)
            #expect(ground.folder.names == ["a.bin"])
        }
    }

    @Test(arguments: dialects)
    func `a server that says less than it has is told so, and asked again`(
        dialect: MockUploads.Dialect
    ) async throws {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            ground.uploads.cut(after: 300_000)
            ground.uploads.lie(by: -100_000)
            _ = try await ground.send()
            #expect(ground.uploads.finished.map(\.content) == [ResumableGround.content])
        }
    }

    @Test(arguments: dialects)
    func `a record that is damaged is as good as none`(dialect: MockUploads.Dialect) async throws {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            try await leave(ground, after: 300_000)
            var bytes = ground.folder.bytes("a.upload")
            bytes[bytes.count - 5] ^= 1
            try ground.folder.write(bytes, "a.upload")
            let receipt = try await ground.send()
            #expect(receipt.kept == 0)
            #expect(ground.uploads.finished.map(\.content) == [ResumableGround.content])
        }
    }

    @Test(arguments: dialects)
    func `bytes are uploaded as a file is, a stream is not`(
        dialect: MockUploads.Dialect
    ) async throws {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            for content in [[], [1, 2, 3]] as [[UInt8]] {
                let receipt = try await ground.api.uploadResumably(
                    .bytes(content),
                    to: "files",
                    using: ground.using
                )
                #expect(receipt.count == content.count)
                #expect(ground.uploads.finished.last?.content == content)
            }
            let stream = Body.stream { AsyncStream<[UInt8]> { $0.finish() } }
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.uploadResumably(stream, to: "files", using: ground.using)
            }
            guard case .unsupported = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test(arguments: dialects)
    func `a server that fails for good is given up, and gone on with later`(
        dialect: MockUploads.Dialect
    ) async throws {
        try await ResumableGround.run(MockUploads(dialect)) { ground in
            try await leave(ground, after: 300_000)
            ground.server.on(Route(nil, "files/*", respond: .status(503)))
            let error = await #expect(throws: NetworkError.self) { try await ground.send() }
            #expect(error?.kind == .status(503))
            #expect(ground.methods.count { $0 == "HEAD" } == 6)
            #expect(ground.clock.now.offset > .zero)
            #expect(ground.folder.names == ["a.bin", "a.upload"])
        }
    }
}
