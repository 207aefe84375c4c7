#if os(Linux)
import Foundation
import VencejoLoad

/// Kills a process that writes into a store, at any moment, and looks what is left: over and over.
struct Crash {
    let rounds: Int
    let seed: UInt64

    func run() async throws -> Bool {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-crash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var dice = Dice(seed)
        let work = CrashWork(folder: folder.path)
        var checked = 0
        for round in 1...max(1, rounds) {
            let process = Process()
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["crash-child", "\(seed &+ UInt64(round))", folder.path]
            try process.run()
            try await Task.sleep(for: .milliseconds(20 + dice.below(200)))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            guard process.terminationReason == .uncaughtSignal else {
                print("crash: round \(round): the writer ended by itself")
                return false
            }
            do {
                checked += try await work.verify()
            } catch {
                print("crash: round \(round) of seed \(seed): \(error)")
                return false
            }
            if round % 20 == 0 { print("crash: \(round) deaths, \(checked) answers found whole") }
        }
        print("crash: \(rounds) deaths, nothing lost, nothing torn; \(checked) answers looked at")
        return true
    }
}
#endif
