#if os(Linux)
import Foundation
import VencejoConcurrency
import VencejoCore
import VencejoDigest
import VencejoEngine
import VencejoLoad
import VencejoMockServer
import VencejoTransfer

/// A download whose server, a process of its own, is killed three times at random places.
///
/// The file must come out right, and no byte may come twice, apart from one block.
struct DownloadDeaths {
    let megabytes: Int
    let seed: UInt64

    private static let deaths = 3

    func run() async throws -> Bool {
        var isFine = true
        for connections in [1, 4] { isFine = try await run(connections) && isFine }
        return isFine
    }

    private func run(_ connections: Int) async throws -> Bool {
        let file = MockFile.patterned(count: megabytes << 20, seed: seed)
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-download-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var dice = Dice(seed &+ UInt64(connections))
        let places = (0..<Self.deaths).map { _ in dice.below(file.count) }.sorted()
        let server = try FileProcess(megabytes, seed)
        defer { server.end() }
        let early = Usage.now()
        let api = APIClient(
            configuration: ClientConfiguration(baseURL: server.url),
            transport: EngineTransport()
        )
        let options = DownloadOptions.with { $0.connections = connections }
        let left = Locked(places)
        let most = Locked(0)
        let start = ContinuousClock.now
        let got = try await api.download("file", to: folder.path, options: options) { progress in
            most.withLock { $0 = max($0, Usage.now().memory) }
            let isDue = left.withLock { left in
                guard let next = left.first, progress.bytes >= next else { return false }
                left.removeFirst()
                return true
            }
            if isDue { server.dieAndComeBack() }
        }
        let took = start.duration(to: .now)
        await api.close()
        let isRight = try digest(of: got.path) == digest(of: file)
        let again = got.received - file.count
        let memory = most.withLock { $0 } - early.memory
        print(
            "download: \(megabytes) MiB over \(connections), killed at \(places):",
            "SHA-256 \(isRight ? "right" : "WRONG"), \(again) bytes came twice,",
            "\(server.deaths) deaths, \(memory >> 10) KB more memory, \(took)"
        )
        return isRight && again <= 1 << 20 && server.deaths == Self.deaths && memory < 32 << 20
    }

    private func digest(of file: MockFile) throws -> String {
        let hash = RunningHash(.sha256)
        for start in stride(from: 0, to: file.count, by: 1 << 20) {
            hash?.update(file.bytes(in: start..<min(start + 1 << 20, file.count)))
        }
        return hash.map { Hash.hex($0.finish()) } ?? ""
    }

    private func digest(of path: String) throws -> String {
        let hash = RunningHash(.sha256)
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            hash?.update([UInt8](piece))
        }
        return hash.map { Hash.hex($0.finish()) } ?? ""
    }

    /// What the child does: serves the file until it is killed.
    static func serve(_ megabytes: Int, _ seed: UInt64, port: Int) async throws -> Never {
        var options = MockServer.Options()
        options.port = port
        options.recordsRequests = false
        let file = MockFile.patterned(count: megabytes << 20, seed: seed)
        let server = try await MockServer(routes: [.file("file", file)], options: options)
        print(server.port)
        fflush(nil)
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }
}

/// A server in a process of its own, which can be killed and started again on the same port.
private final class FileProcess: Sendable {
    private struct State: Sendable {
        var process: Process
        var deaths = 0
    }

    private let arguments: [String]
    private let state: Locked<State>
    let port: Int

    init(_ megabytes: Int, _ seed: UInt64) throws {
        arguments = ["download-child", "\(megabytes)", "\(seed)"]
        let (process, port) = try Self.start(arguments + ["0"])
        self.port = port
        state = Locked(State(process: process))
    }

    var url: String { "http://127.0.0.1:\(port)" }
    var deaths: Int { state.withLock { $0.deaths } }

    /// The same port is free as soon as the process is gone; it may take some attempts.
    func dieAndComeBack() {
        end()
        for _ in 0..<100 {
            guard let (process, _) = try? Self.start(arguments + ["\(port)"]) else { continue }
            return state.withLock { state in
                state.process = process
                state.deaths += 1
            }
        }
    }

    func end() {
        let process = state.withLock { $0.process }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func start(_ arguments: [String]) throws -> (Process, Int) {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CocoaError(.fileReadUnknown)
        }
        return (process, port)
    }
}
#endif
