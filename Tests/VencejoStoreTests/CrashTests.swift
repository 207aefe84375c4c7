#if os(Linux)
import Foundation
import Testing
import VencejoLoad

@Suite struct CrashTests {
    @Test func `a process that dies while it writes loses nothing that it was told is kept`()
        async throws
    {
        let folder = try Folder()
        for round in 0..<4 {
            let path = folder.path
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, round = round as Int] in
                Thread.detachNewThread {
                    usleep(UInt32(60_000 + 40_000 * round))
                    kill(getpid(), SIGKILL)
                }
                try await CrashWork(folder: path).write(seed: UInt64(round))
            }
            _ = try await CrashWork(folder: folder.path).verify()
        }
    }
}
#endif
