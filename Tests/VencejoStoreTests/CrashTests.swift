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
                // Some writes are noted by then, and one is under way.
                let ledger = path + "/ledger"
                let enough = size(of: ledger) + 40 * (round + 1)
                Thread.detachNewThread {
                    while size(of: ledger) < enough { sched_yield() }
                    kill(getpid(), SIGKILL)
                }
                try await CrashWork(folder: path).write(seed: UInt64(round))
            }
            #expect(try await CrashWork(folder: folder.path).verify() > 0)
        }
    }
}

private func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0
}
#endif
