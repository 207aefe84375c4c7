import Foundation
import Testing
import VencejoCommands
import VencejoHTTP
import VencejoMockServer

@Suite struct CacheCommandTests {
    /// A server whose answer is good for an hour, and a file of its own.
    private func ground(
        _ body: (_ server: MockServer, _ file: String) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-\(UUID().uuidString).sqlite").path
        defer {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: file + end)
            }
        }
        let answer = MockResponse.text("kept").header("Cache-Control", "max-age=3600")
            .header("Set-Cookie", "session=geheim")
        let server = try await MockServer(routes: [Route(.get, "a", respond: answer)])
        do {
            try await body(server, file)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test func `an answer is kept, listed, shown and removed`() async throws {
        try await ground { server, file in
            let url = server.url + "/a"
            for told in ["from the server", "kept, "] {
                let outcome = await run("get", url, "--cache-file", file)
                #expect(outcome.code == ExitCode.success && outcome.text == "kept")
                #expect(outcome.errors.contains(told))
            }
            #expect(server.requests.count == 1)
            let listed = await run("cache", "ls", "--file", file)
            #expect(listed.text.contains("200  4 bytes"))
            #expect(listed.text.contains("fresh for") && listed.text.contains(url))
            let shown = await run("cache", "show", url, "--file", file)
            #expect(shown.text.contains("Cache-Control: max-age=3600"))
            #expect(shown.text.hasSuffix("\n\nkept") && !shown.text.contains("geheim"))
            #expect(await run("cache", "rm", url, "--file", file).text == "1 removed\n")
            #expect(await run("cache", "rm", url, "--file", file).code == ExitCode.transport)
            #expect(await run("cache", "show", url, "--file", file).code == ExitCode.transport)
            #expect(await run("cache", "rm", "--all", "--file", file).code == ExitCode.success)
        }
    }

    @Test func `a cache that cannot be opened costs time alone`() async throws {
        try await ground { server, file in
            for options in [["--cache"], ["--cache-file", "/nowhere/at/all.sqlite"]] {
                let outcome = await run(list: ["get", server.url + "/a"] + options)
                #expect(outcome.code == ExitCode.success && outcome.text == "kept")
                #expect(outcome.errors.contains("vencejo: nothing is kept or given again: "))
            }
        }
    }

    @Test func `looking into a file makes none, and moves none away`() async throws {
        try await ground { server, file in
            let missing = await run("cache", "ls", "--file", file)
            #expect(missing.code == ExitCode.usage)
            #expect(missing.errors.contains("there is no file '\(file)'"))
            #expect(!FileManager.default.fileExists(atPath: file))
            try Data("notes of my own".utf8).write(to: URL(filePath: file))
            #expect(await run("cache", "ls", "--file", file).code == ExitCode.usage)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "notes of my own")
        }
    }

    @Test func `the usual file is empty before anything was kept`() async throws {
        try await ground { server, file in
            let url = server.url + "/a"
            let listed = await run("cache", "ls", usualFile: file)
            #expect(listed.code == ExitCode.success)
            #expect(listed.errors == "0 answers, 0 bytes\n" && listed.text.isEmpty)
            #expect(await run("cache", "show", url, usualFile: file).code == ExitCode.transport)
            #expect(await run("cache", "rm", "--all", usualFile: file).text == "0 removed\n")
            #expect(!FileManager.default.fileExists(atPath: file))
            _ = await run("get", url, "--cache", usualFile: file)
            #expect(await run("cache", "ls", usualFile: file).text.contains(url))
        }
    }

    @Test func `a name that SQLite reads otherwise is a file like any`() async throws {
        try await ground { server, file in
            let folder = URL(filePath: file).deletingPathExtension().path
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? manager.removeItem(atPath: folder) }
            for _ in 0..<2 {
                _ = await run("get", server.url + "/a", "--cache-file", folder + "/:memory:")
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `what is said of an address holds no secret`() async throws {
        try await ground { server, file in
            _ = await run("get", server.url + "/a", "--cache-file", file)
            let url = server.url + "/b?token=geheim"
            let shown = await run("cache", "show", url, "--file", file)
            #expect(shown.code == ExitCode.transport && !shown.errors.contains("geheim"))
        }
    }

    @Test(arguments: [
        ["cache"], ["cache", "ls", "a", "b"], ["cache", "show"], ["cache", "rm"],
        ["cache", "rm", "http://a/", "--all"], ["cache", "ls", "--unknown"],
        ["cache", "ls", "--file", "/nowhere/at/all.sqlite"], ["cache", "ls"],
        ["cache", "ls", "--file", ""], ["get", "http://127.0.0.1:1/", "--cache-file", ""],
        ["cache", "ls", "-x"],
    ])
    func `wrong usage exits with 2`(arguments: [String]) async {
        let outcome = await run(list: arguments)
        #expect(outcome.code == ExitCode.usage)
        #expect(outcome.errors.hasPrefix("vencejo: "))
    }
}
