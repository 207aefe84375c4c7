import Foundation
import Testing
import VencejoCommands
import VencejoHTTP
import VencejoMockServer

/// The program itself, started by a shell with few descriptors or without the usual ones.
@Suite struct DescriptorsTests {
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "vencejo").path

    private static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// Runs a line of the shell in which `$0` is the program, on a thread of its own: the server of
    /// a test needs those of the tasks.
    private func shell(_ line: String, _ arguments: String...) async -> (code: Int32, text: String)
    {
        let arguments = ["-c", line, Self.program] + arguments
        return await withCheckedContinuation { continuation in
            Thread {
                let process = Process()
                process.executableURL = URL(filePath: "/bin/sh")
                process.arguments = arguments
                let output = Pipe()
                process.standardOutput = output
                process.standardError = output
                guard (try? process.run()) != nil else {
                    return continuation.resume(returning: (-1, "no shell"))
                }
                let bytes = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                let text = String(decoding: bytes, as: UTF8.self)
                continuation.resume(returning: (process.terminationStatus, text))
            }.start()
        }
    }

    @Test(
        .enabled(if: isBuilt, "the program is not built"),
        arguments: [("<&-", true), (">&-", false), ("2>&-", true), ("<&- >&- 2>&-", false)]
    )
    func `a standard descriptor that is closed is no other's`(
        closed: String,
        isShown: Bool
    ) async throws {
        let server = try await MockServer()
        server.on(.get, "a", respond: .text("printed").header("Cache-Control", "max-age=60"))
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: file + end)
            }
        }
        let line = "\"$0\" get \"$1\" --cache-file \"$2\" \(closed)"
        for _ in 0..<2 {
            let (code, text) = await shell(line, server.url + "/a", file)
            #expect(code == ExitCode.success)
            #expect(text.contains("printed") == isShown)
        }
        // What was printed is in no database and on no connection.
        #expect(server.requests.count == 1)
        #expect(server.requests.allSatisfy { $0.target == "/a" && $0.body.isEmpty })
        await server.stop()
    }

    @Test(.enabled(if: isBuilt, "the program is not built"), arguments: [4, 8, 12])
    func `too few descriptors are an error in words`(count: Int) async {
        let (code, text) = await shell("ulimit -n \(count); \"$0\" get http://127.0.0.1:1/")
        #expect(code == ExitCode.transport)
        #expect(text.contains("ulimit -n"))
    }
}
