import Foundation
import Synchronization

/// What one run of one program was like, seen from outside and told by itself.
struct Outcome: Sendable {
    var seconds = 0.0
    var count = 0
    /// User and system time of the process, in seconds.
    var cpu = 0.0
    var p50: Double?
    var p99: Double?
    /// The most memory that the process held, in MB.
    var peak = 0.0
    var threads = 0
}

/// Runs a program to its end and looks at it meanwhile.
struct Run {
    let arguments: [String]
    var environment: [String: String] = [:]

    /// What it printed, its processor time, and the most memory and threads that it had.
    func output() throws -> (text: String, outcome: Outcome) {
        guard let name = arguments.first, let path = Peers.find(name) else {
            throw PeerFailure(name: arguments.first ?? "")
        }
        let pipe = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = Array(arguments.dropFirst())
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let before = CPU.children()
        try process.run()
        let watch = Watch(process.processIdentifier)
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw PeerFailure(name: name) }
        var outcome = watch.end()
        outcome.cpu = (CPU.children() - before) / 1e6
        return (String(decoding: data, as: UTF8.self), outcome)
    }
}

/// Looks at a process every few milliseconds until it ends.
private final class Watch: Sendable {
    private let seen = Mutex(Outcome())
    private let isOver = Mutex(false)
    private let ended = DispatchSemaphore(value: 0)

    init(_ process: Int32) {
        let thread = Thread { [self] in
            while !isOver.withLock({ $0 }) {
                look(at: process)
                usleep(20_000)
            }
            ended.signal()
        }
        thread.start()
    }

    func end() -> Outcome {
        isOver.withLock { $0 = true }
        ended.wait()
        return seen.withLock { $0 }
    }

    private func look(at process: Int32) {
        let file = "/proc/\(process)/status"
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return }
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count > 1, let number = Double(words[1]) else { continue }
            seen.withLock { seen in
                if words[0] == "VmHWM:" { seen.peak = max(seen.peak, number / 1_024) }
                if words[0] == "Threads:" { seen.threads = max(seen.threads, Int(number)) }
            }
        }
    }
}
