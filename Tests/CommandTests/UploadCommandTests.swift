import Foundation
import Testing
import VencejoCommands
import VencejoConcurrency
import VencejoHTTP
import VencejoMockServer
import VencejoTransfer

@Suite struct UploadCommandTests {
    private static let content = MockFile.patterned(count: 300_001).contents

    /// A server, and a folder with a file.
    private func ground(
        _ routes: [Route] = [],
        _ body: (_ server: MockServer, _ file: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "big.jpg").path
        try Data(Self.content).write(to: URL(filePath: file))
        let server = try await MockServer(routes: routes)
        do {
            try await body(server, file)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func upload(
        _ arguments: String...,
        isErrorInteractive: Bool = false,
        untilInterrupted: @escaping @Sendable () async -> Void = never
    ) async -> Outcome {
        await run(
            "upload",
            list: arguments,
            isErrorInteractive: isErrorInteractive,
            untilInterrupted: untilInterrupted
        )
    }

    private static let never: @Sendable () async -> Void = { await untilCancelled() }

    private func names(_ file: String) -> [String] {
        let folder = URL(filePath: file).deletingLastPathComponent().path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func `a file is sent, the answer printed, how it went told beside`() async throws {
        try await ground { server, file in
            server.on(.put, "a", respond: .text("gracias"))
            let outcome = await upload(file, server.url + "/a", "X-A: 1")
            #expect(outcome.code == ExitCode.success && outcome.text == "gracias\n")
            #expect(outcome.errors.contains("100 %  300.0 kB"))
            #expect(outcome.errors.contains("300.0 kB in 0:0"))
            #expect(outcome.errors.hasSuffix(", answered 200\n"))
            #expect(!outcome.errors.contains("\u{1B}"))
            let sent = try #require(server.requests.first)
            #expect(sent.method == .put && sent.body == Self.content)
            #expect(sent.headers[.contentType] == "image/jpeg" && sent.headers["X-A"] == "1")
            let quiet = await upload(file, server.url + "/a", "-q", "--method", "post")
            #expect(quiet.code == ExitCode.clientError && quiet.errors.isEmpty)
            #expect(server.requests.last?.method == .post)
        }
    }

    @Test func `on a terminal a bar is drawn and taken away again`() async throws {
        try await ground { server, file in
            server.on(.put, "a", respond: .status(204))
            let outcome = await upload(file, server.url + "/a", isErrorInteractive: true)
            let end = try #require(outcome.errors.range(of: "\r\u{1B}[K300.0 kB in "))
            #expect(!outcome.errors[end.upperBound...].contains("\u{1B}"))
            #expect(outcome.text.isEmpty)
        }
    }

    @Test func `a form carries the file and other inputs`() async throws {
        try await ground { server, file in
            server.on(.post, "a", respond: .status(204))
            let outcome = await upload(
                file,
                server.url + "/a",
                "--form",
                "photo",
                "--form",
                "title=Playa"
            )
            #expect(outcome.code == ExitCode.success)
            let parts = try #require(server.requests.first).formParts()
            #expect(parts.map(\.name) == ["title", "photo"])
            #expect(parts[1].fileName == "big.jpg" && parts[1].content == Self.content)
        }
    }

    @Test func `what is sent may be compressed`() async throws {
        try await ground { server, file in
            server.on(.put, "a", respond: .status(204))
            let outcome = await upload(file, server.url + "/a", "--gzip", "--limit", "1G")
            #expect(outcome.code == ExitCode.success)
            let sent = try #require(server.requests.first)
            #expect(sent.headers[.contentEncoding] == "gzip" && sent.decodedBody() == Self.content)
        }
    }

    @Test(arguments: ["--tus", "--resumable"])
    func `an interrupted upload is gone on with by the same command`(option: String) async throws {
        let uploads = MockUploads(option == "--tus" ? .tus : .draft(version: 8))
        try await ground(uploads.routes(at: "files")) { server, file in
            let (asked, ask) = AsyncStream<Void>.makeStream()
            server.on(
                Route(.head, "files/{upload}") { _ in
                    ask.yield()
                    // Its client's leaving ends it.
                    await untilCancelled()
                    return .status(503)
                }
            )
            uploads.cut(after: 70_000)
            let url = server.url + "/files"
            let outcome = await upload(file, url, option, isErrorInteractive: true) {
                // By then the server has been asked for what it has.
                for await _ in asked { break }
            }
            #expect(outcome.code == ExitCode.interrupted)
            let end = try #require(outcome.errors.range(of: "\r\u{1B}[Kvencejo: interrupted\n"))
            #expect(!outcome.errors[end.upperBound...].contains("\u{1B}"))
            #expect(outcome.errors.contains("the same command goes on"))
            #expect(names(file) == ["big.jpg", "big.jpg.vencejo-upload"])
            for route in uploads.routes(at: "files") { server.on(route) }
            let again = await upload(file, url, option, "--chunk", "100k")
            #expect(again.code == ExitCode.success)
            #expect(again.errors.contains("70.0 kB of them from before"))
            #expect(uploads.finished.map(\.content) == [Self.content])
            #expect(names(file) == ["big.jpg"])
        }
    }

    @Test func `wrong usage and missing files say so`() async throws {
        try await ground { server, file in
            let rows: [([String], String)] = [
                ([], "there must be a FILE and a URL"), ([file], "there must be a FILE and a URL"),
                ([file, server.url, "x"], "is none of"),
                ([file, server.url, "--chunk", "0"], "--chunk takes a number of bytes"),
                ([file, server.url, "--limit", "9x"], "--limit takes a number of bytes"),
                ([file, server.url, "--tus", "--form", "a"], "a form cannot be gone on with"),
                ([file, server.url, "--form", "a=b"], "--form NAME says which input"),
                ([file, server.url, "--wrong"], "unknown option '--wrong'"),
            ]
            for (arguments, text) in rows {
                let outcome = await run("upload", list: arguments)
                #expect(outcome.code == ExitCode.usage && outcome.errors.contains(text))
            }
            let missing = await upload(file + ".none", server.url + "/a")
            #expect(missing.code == ExitCode.file)
            #expect(missing.errors.contains("big.jpg.none"))
            let gone = await upload(file + ".none", server.url + "/a", "--tus")
            #expect(gone.code == ExitCode.file)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `sizes are read as people write them`() {
        let texts = ["500", "500k", "8M", "1Gb", "x", "", "1T", "99999999999999999999", "-1"]
        let counts = texts.map { ByteText.count($0) }
        #expect(counts == [500, 500_000, 8_000_000, 1_000_000_000, nil, nil, nil, nil, nil])
    }
}
