#if os(Linux)
import Foundation

/// Another program, run beside the tests; none of its waits holds a thread.
final class Peer: Sendable {
    /// Lines of its output and complaints, as they come.
    let lines: AsyncStream<String>
    let folder: URL
    private let process: Process
    private let ended: AsyncStream<Int32>

    /// Whether a program is installed.
    static func isInstalled(_ name: String) -> Bool { path(of: name) != nil }

    /// Whether Python finds a module.
    static func hasPython(_ name: String = "python3", module: String) -> Bool {
        let program = FileManager.default.isExecutableFile(atPath: name) ? name : path(of: name)
        guard let python = program else { return false }
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", "import \(module)"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    private static func path(of name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return (folders.map(String.init) + ["/usr/sbin"]).map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Starts a program in a folder of its own.
    init(_ name: String, _ arguments: [String], files: [String: String] = [:]) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-peer-\(UUID().uuidString)")
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (file, text) in files {
            try Data(text.utf8).write(to: folder.appending(path: file))
        }
        let (lines, line) = AsyncStream<String>.makeStream()
        let (ended, end) = AsyncStream<Int32>.makeStream()
        self.lines = lines
        self.ended = ended
        let process = Process()
        process.executableURL = URL(filePath: Self.path(of: name) ?? name)
        process.arguments = arguments.map { $0.replacing("{folder}", with: folder.path) }
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        self.process = process
        // A thread of its own may wait: those that tasks run on are few.
        Thread.detachNewThread {
            var rest = ""
            while true {
                let bytes = output.fileHandleForReading.availableData
                if bytes.isEmpty { break }
                rest += String(decoding: bytes, as: UTF8.self)
                while let end = rest.firstIndex(of: "\n") {
                    line.yield(String(rest[..<end]))
                    rest = String(rest[rest.index(after: end)...])
                }
            }
            if !rest.isEmpty { line.yield(rest) }
            line.finish()
            process.waitUntilExit()
            end.yield(process.terminationStatus)
            end.finish()
        }
    }

    deinit {
        // The polite signals may be held back: a child inherits the mask of a task's thread.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Waits for the program's end and gives all that it said.
    func outcome() async -> (status: Int32, text: String) {
        var text: [String] = []
        for await line in lines { text.append(line) }
        for await status in ended { return (status, text.joined(separator: "\n")) }
        return (-1, text.joined(separator: "\n"))
    }

    /// Waits for a line that the closure finds something in; `nil` when the program ends first.
    func first<Found>(_ find: (String) -> Found?) async -> Found? {
        for await line in lines {
            if let found = find(line) { return found }
        }
        return nil
    }
}
#endif
