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

    @Test(arguments: [
        ["cache"], ["cache", "ls", "a", "b"], ["cache", "show"], ["cache", "rm"],
        ["cache", "rm", "http://a/", "--all"], ["cache", "ls", "--unknown"],
        ["cache", "ls", "--file", "/nowhere/at/all.sqlite"], ["cache", "ls"],
        ["get", "http://127.0.0.1:1/", "--cache"],
    ])
    func `wrong usage exits with 2`(arguments: [String]) async {
        let outcome = await run(list: arguments)
        #expect(outcome.code == ExitCode.usage)
        #expect(outcome.errors.hasPrefix("vencejo: "))
    }
}
