import Foundation
import Testing
import VencejoCommands
import VencejoConcurrency
import VencejoHTTP
import VencejoMockServer
import VencejoTransfer

@Suite struct DownloadCommandTests {
    private static let file = MockFile.patterned(count: 300_001)

    /// A server with the file, and a folder of its own.
    private func ground(
        _ file: MockFile = file,
        _ body: (_ server: MockServer, _ folder: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await MockServer(routes: [.file("big.bin", file)])
        do {
            try await body(server, folder.path)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func download(
        _ arguments: String...,
        isErrorInteractive: Bool = false,
        untilInterrupted: @escaping @Sendable () async -> Void = never
    ) async -> Outcome {
        await run(
            "download",
            list: arguments,
            isErrorInteractive: isErrorInteractive,
            untilInterrupted: untilInterrupted
        )
    }

    private static let never: @Sendable () async -> Void = { await untilCancelled() }

    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private func bytes(_ path: String) -> [UInt8] {
        (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) } ?? []
    }

    @Test func `a file is saved, its path printed, how it went told beside`() async throws {
        try await ground { server, folder in
            let outcome = await download(server.url + "/big.bin", "-o", folder)
            #expect(outcome.code == ExitCode.success)
            #expect(outcome.text == folder + "/big.bin\n")
            #expect(outcome.errors.contains("100 %  300.0 kB"))
            #expect(outcome.errors.contains("300.0 kB in "))
            #expect(!outcome.errors.contains("\u{1B}"))
            #expect(bytes(folder + "/big.bin") == Self.file.contents)
        }
    }

    @Test func `on a terminal a bar is drawn and taken away again`() async throws {
        try await ground { server, folder in
            let outcome = await download(
                server.url + "/big.bin",
                "-o",
                folder,
                isErrorInteractive: true
            )
            #expect(outcome.errors.contains("\r"))
            let end = try #require(outcome.errors.range(of: "\r\u{1B}[K300.0 kB in "))
            #expect(!outcome.errors[end.upperBound...].contains("\u{1B}"))
            #expect(outcome.text == folder + "/big.bin\n")
        }
    }

    @Test func `an interrupted run leaves the terminal in order and a part to go on with`()
        async throws
    {
        try await ground { server, folder in
            server.on(.get, "big.bin") { request in
                let response = Self.file.response(to: request)
                guard !request.headers.contains(.range) else { return response }
                return response.failing(.stall(after: .body(70_000)))
            }
            let part = folder + "/big.bin.vencejo-part"
            let outcome = await download(
                server.url + "/big.bin",
                "-o",
                folder + "/big.bin",
                isErrorInteractive: true
            ) {
                while self.bytes(part).count != 70_000 { await Task.yield() }
            }
            #expect(outcome.code == ExitCode.interrupted)
            #expect(outcome.text.isEmpty)
            let end = try #require(outcome.errors.range(of: "\r\u{1B}[Kvencejo: interrupted\n"))
            #expect(!outcome.errors[end.upperBound...].contains("\u{1B}"))
            #expect(outcome.errors.contains("70.0 kB had come"))
            #expect(names(folder) == ["big.bin.vencejo-part", "big.bin.vencejo-part.json"])
            let again = await download(server.url + "/big.bin", "-o", folder + "/big.bin")
            #expect(again.code == ExitCode.success)
            #expect(again.errors.contains("70.0 kB of them from before"))
            #expect(server.requests.map { $0.headers[.range] } == [nil, "bytes=70000-"])
            #expect(bytes(folder + "/big.bin") == Self.file.contents)
            #expect(names(folder) == ["big.bin"])
        }
    }

    @Test func `digests are checked, and what is there stays`() async throws {
        try await ground { server, folder in
            let url = server.url + "/big.bin"
            let wrong = String(repeating: "0", count: 64)
            let refused = await download(url, "-o", folder, "--sha256", wrong)
            #expect(refused.code == ExitCode.file)
            #expect(refused.errors.contains("what arrived is damaged"))
            #expect(names(folder).isEmpty)
            #expect(await download(url, "-q", "-o", folder + "/a").errors.isEmpty)
            let there = await download(url, "-o", folder + "/a")
            #expect(there.code == ExitCode.file)
            #expect(there.errors.contains("something is there already"))
            let numbered = await download(url, "-o", folder + "/a", "--number")
            #expect(numbered.text == folder + "/a (2)\n")
            let replaced = await download(url, "-o", folder + "/a", "--replace")
            #expect(replaced.text == folder + "/a\n")
            let parallel = await download(url, "-o", folder + "/b", "--parallel", "3")
            #expect(parallel.code == ExitCode.success)
            #expect(names(folder) == ["a", "a (2)", "b"])
        }
    }

    @Test func `a status says what it is`() async throws {
        try await ground { server, folder in
            let outcome = await download(server.url + "/nothing", "-o", folder + "/a")
            #expect(outcome.code == ExitCode.clientError)
            #expect(outcome.errors.contains("404 Not Found"))
            #expect(names(folder).isEmpty)
        }
        let nobody = await download("http://127.0.0.1:1/", "-o", "/nowhere/at/all")
        #expect(nobody.code == ExitCode.file)
    }

    @Test(arguments: [
        [], ["ftp://a/"], [":1/", "--sha256", "abc"], [":1/", "--parallel", "0"], [":1/", "-o"],
        [":1/", "--unknown"], [":1/", "-x"], [":1/", ":2/"], [":1/", "a=b"],
        [":1/", "--timeout", "0"],
    ])
    func `wrong usage exits with 2`(arguments: [String]) async {
        let outcome = await run("download", list: arguments)
        #expect(outcome.code == ExitCode.usage)
        #expect(outcome.errors.hasPrefix("vencejo: "))
        #expect(outcome.text.isEmpty)
    }

    @Test func `help explains it`() async {
        let outcome = await run("download", "--help")
        #expect(outcome.code == ExitCode.success && outcome.text.contains("--parallel"))
    }
}

@Suite struct ProgressBarTests {
    private static let half = TransferProgress(
        bytes: 100_000_000,
        total: 200_000_000,
        bytesPerSecond: 12_340_000
    )

    @Test(
        arguments: [
            (
                100,
                " 50 % ━━━━━━━━━━━━━━━━━━━━──────────────────── 100.0 MB of 200.0 MB  12.3 MB/s  0:08"
            ),
            (60, " 50 % ━━━━━━━──────── 100.0 MB of 200.0 MB  12.3 MB/s  0:08"),
            (40, " 50 % 100.0 MB of 200.0 MB  12.3 MB/s"),
            (20, " 50 %"),
        ]
    )
    func `the bar fits the line`(width: Int, line: String) {
        let drawn = ProgressBar(isColoured: false).line(Self.half, width: width)
        #expect(drawn.count < width)
        #expect(drawn == line)
    }

    @Test func `without a total the bytes are told`() {
        let bar = ProgressBar(isColoured: false)
        let progress = TransferProgress(bytes: 1_500, bytesPerSecond: 999)
        #expect(bar.line(progress, width: 80) == "1.5 kB  999 B/s")
        #expect(bar.line(TransferProgress(bytes: 7, total: 7), width: 80).contains("100 % ━"))
    }

    @Test func `colour is only where it is wanted`() {
        #expect(ProgressBar(isColoured: true).line(Self.half, width: 80).contains("\u{1B}[36m"))
        #expect(!ProgressBar(isColoured: false).line(Self.half, width: 80).contains("\u{1B}"))
    }

    @Test func `where lines stay there is one for each tenth`() {
        var lines = ProgressLines()
        let told = (0...1_000).compactMap { step in
            lines.line(TransferProgress(bytes: step, total: 1_000))
        }
        #expect(told.count == 10)
        #expect(told.first == "10 %  100 B of 1.0 kB" && told.last == "100 %  1.0 kB")
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_049, "1.0 kB"), (999_949, "999.9 kB"),
            (999_950, "1.0 MB"), (209_715_200, "209.7 MB"), (5_000_000_000_000, "5.0 TB"),
        ]
    )
    func `sizes are written in thousands`(bytes: Int, text: String) {
        #expect(ByteText.size(bytes) == text)
    }

    @Test(
        arguments: [
            (0, "0:00"), (59, "0:59"), (754, "12:34"), (3_723, "1:02:03"), (90_000, "1 d"),
        ]
    )
    func `times are written as clocks do`(seconds: Int, text: String) {
        #expect(ByteText.time(.seconds(seconds)) == text)
    }
}
