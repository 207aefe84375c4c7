import Foundation
import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer
import VencejoTesting

@Suite struct ResumableDetailTests {
    @Test func `tus is told the name and the type of a file, or what one says`() async throws {
        try await ResumableGround.run(MockUploads(.tus)) { ground in
            _ = try await ground.send()
            // "a.bin" and "video/mp4" in base 64.
            #expect(
                ground.uploads.finished[0].headers["Upload-Metadata"]
                    == "filename YS5iaW4=,filetype dmlkZW8vbXA0"
            )
            _ = try await ground.send(.with { $0.metadata = ["a": "b"] })
            #expect(ground.uploads.finished[1].headers["Upload-Metadata"] == "a Yg==")
            _ = try await ground.send(.with { $0.metadata = [:] })
            #expect(ground.uploads.finished[2].headers["Upload-Metadata"] == nil)
        }
    }

    @Test(arguments: [ResumableOptions.Checksum.sha1, .sha256])
    func `digests go along with the parts by tus`(
        checksum: ResumableOptions.Checksum
    ) async throws {
        try await ResumableGround.run(MockUploads(.tus)) { ground in
            ground.uploads.cut(after: 130_000)
            let receipt = try await ground.send(
                .with {
                    $0.checksum = checksum
                    $0.chunkBytes = 100_000
                }
            )
            #expect(ground.uploads.finished.map(\.content) == [ResumableGround.content])
            let sums = ground.server.requests.compactMap { $0.headers["Upload-Checksum"] }
            #expect(sums.count == 6 && sums.allSatisfy { $0.hasPrefix(checksum.rawValue + " ") })
            #expect(receipt.count == 500_003)
        }
    }

    @Test func `the first bytes go along with the creation by tus`() async throws {
        try await ResumableGround.run(MockUploads(.tus)) { ground in
            let options = ResumableOptions.with { $0.createsWithUpload = true }
            _ = try await ground.send(options)
            #expect(ground.methods == ["POST"])
            _ = try await ground.send(
                .with {
                    $0.createsWithUpload = true
                    $0.chunkBytes = 250_002
                }
            )
            #expect(ground.methods == ["POST", "POST", "PATCH"])
            #expect(ground.uploads.finished.map(\.content.count) == [500_003, 500_003])
        }
    }

    @Test func `an upload whose time is over is not asked for`() async throws {
        let past = HTTPDate(secondsSince1970: 1_000)
        let future = HTTPDate(secondsSince1970: 4_000_000_000)
        for (date, isKept) in [(past, false), (future, true)] {
            try await ResumableGround.run(MockUploads(.tus, expiry: .at(date))) { ground in
                ground.uploads.cut(after: 300_000)
                await #expect(throws: NetworkError.self) {
                    try await ground.send(.with { $0.retry = .never })
                }
                let receipt = try await ground.send()
                #expect(receipt.kept == (isKept ? 300_000 : 0))
                #expect(ground.methods.contains("HEAD") == isKept)
            }
        }
        try await ResumableGround.run(
            MockUploads(.draft(version: 8), expiry: .after(seconds: 0))
        ) { ground in
            ground.uploads.cut(after: 300_000)
            await #expect(throws: NetworkError.self) {
                try await ground.send(.with { $0.retry = .never })
            }
            let receipt = try await ground.send()
            #expect(receipt.kept == 0)
        }
    }

    @Test func `a server without the draft takes the upload as a usual request`() async throws {
        let server = try await MockServer { request in
            request.method == .options
                ? .status(405) : .json(["bytes": .number(JSONNumber(request.body.count))])
        }
        let api = APIClient(baseURL: server.url)
        for chunk in [nil, 10] {
            let receipt = try await api.uploadResumably(
                .text("hola"),
                to: "notes",
                using: .draft,
                options: .with { $0.chunkBytes = chunk },
                method: .put
            )
            #expect(receipt.upload == nil && receipt.response.body.bytes.contains(0x34))
        }
        let sent = try #require(server.requests.first)
        #expect(sent.method == .put && sent.headers["Upload-Complete"] == "?1")
        #expect(sent.headers[.contentType] == "text/plain; charset=utf-8")
        await api.close()
        await server.stop()
    }

    @Test func `a creation that nobody announced is repeated where a key makes it safe`()
        async throws
    {
        let silent = MockUploads(.draft(version: 8), announces: false)
        try await ResumableGround.run(silent) { ground in
            ground.uploads.cut(after: 300_000)
            _ = try await ground.send()
            let keys =
                ground.uploads.unfinished.map { $0.headers["Idempotency-Key"] }
                + ground.uploads.finished.map { $0.headers["Idempotency-Key"] }
            #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
        }
        let other = MockUploads(.draft(version: 8), announces: false)
        try await ResumableGround.run(other) { ground in
            ground.uploads.cut(after: 300_000)
            let error = await #expect(throws: NetworkError.self) {
                try await ground.send(
                    .with { $0.retry.addsIdempotencyKey = false }
                )
            }
            guard case .noConnection = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(ground.uploads.unfinished.count == 1)
        }
    }

    @Test func `a whole that is too much for one request goes in parts`() async throws {
        let small = MockUploads(.draft(version: 8), maximumRequestBytes: 200_000)
        try await ResumableGround.run(small) { ground in
            let receipt = try await ground.send()
            #expect(ground.uploads.finished.map(\.content) == [ResumableGround.content])
            #expect(receipt.response.status == 200)
            #expect(ground.methods == ["POST", "POST", "PATCH", "PATCH"])
        }
    }

    @Test func `a file that changes meanwhile ends the upload`() async throws {
        try await ResumableGround.run(MockUploads(.tus)) { ground in
            ground.server.on(
                Route(.head, "files/{upload}") { [folder = ground.folder] _ in
                    try? folder.write(Array(ResumableGround.content.reversed()), "a.bin")
                    return MockResponse(status: 200, headers: ["Upload-Offset": "100000"])
                }
            )
            ground.uploads.cut(after: 100_000)
            let error = await #expect(throws: NetworkError.self) { try await ground.send() }
            guard case .file(let failure) = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.path == ground.folder.file("a.bin"))
            #expect(ground.methods.last == "HEAD")
        }
    }

    @Test func `credentials do not follow an upload to another place`() async throws {
        let uploads = MockUploads(.tus)
        let elsewhere = try await MockServer(routes: uploads.routes(at: "files"))
        let server = try await MockServer { request in
            guard request.method == .post else { return .status(405) }
            return MockResponse(
                status: 201,
                headers: ["Location": elsewhere.url + "/files/upload-1"]
            )
        }
        let seen = Locked<[String?]>([])
        elsewhere.on(
            Route(.patch, "files/{upload}") { request in
                seen.withLock { $0.append(request.headers[.authorization]) }
                return MockResponse(
                    status: 204,
                    headers: ["Upload-Offset": String(request.body.count)]
                )
            }
        )
        let api = APIClient(
            baseURL: server.url,
            pipeline: [.authenticate(.bearer("secret"))]
        ) { $0.headers["X-Api-Key"] = "secret" }
        _ = try await api.uploadResumably(.text("hola"), to: "files", using: .tus)
        #expect(server.requests[0].headers[.authorization] == "Bearer secret")
        #expect(seen.withLock { $0 } == [nil])
        #expect(elsewhere.requests.allSatisfy { !$0.headers.contains("X-Api-Key") })
        await api.close()
        await server.stop()
        await elsewhere.stop()
    }

    @Test func `layers that repeat or compress leave parts alone`() async throws {
        let content = Array(String(repeating: "a", count: 400_000).utf8)
        for dialect in ResumableTests.dialects {
            try await ResumableGround.run(
                MockUploads(dialect),
                pipeline: [.compressBodies(), .retry()]
            ) { ground in
                try ground.folder.write(content, "a.bin")
                ground.uploads.cut(after: 100_000)
                _ = try await ground.send()
                #expect(ground.uploads.finished.map(\.content) == [content])
                #expect(ground.methods.count { $0 == "PATCH" } <= 2)
            }
        }
    }

    @Test func `a call that is cancelled leaves its record`() async throws {
        try await ResumableGround.run(MockUploads(.tus)) { ground in
            let (began, begin) = AsyncStream<Void>.makeStream()
            let (held, hold) = AsyncStream<Void>.makeStream()
            defer { hold.finish() }
            ground.server.on(
                Route(.patch, "files/{upload}") { _ in
                    begin.yield()
                    // The client's leaving ends it.
                    for await _ in held {}
                    return .status(500)
                }
            )
            let call = Task { try await ground.send() }
            for await _ in began { break }
            call.cancel()
            let error = await #expect(throws: NetworkError.self) { try await call.value }
            #expect(error?.kind == .cancelled)
            #expect(ground.folder.names == ["a.bin", "a.upload"])
        }
    }
}
