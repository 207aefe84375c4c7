#if os(Linux)
import Foundation

/// The `curl` tool, asked the same as our engine.
enum Curl {
    static let program: URL? = ["/usr/bin/curl", "/usr/local/bin/curl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
        .map { URL(filePath: $0) }

    /// What it says of one address: status and body, or that it failed.
    ///
    /// It waits on a thread of its own: the server that answers needs those of the tasks.
    static func outcome(_ arguments: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try waited(arguments) })
            }
        }
    }

    private static func waited(_ arguments: [String]) throws -> String {
        guard let program else { return "absent" }
        let process = Process()
        let body = Pipe()
        let status = Pipe()
        process.executableURL = program
        process.arguments =
            [
                "--silent", "--noproxy", "*", "--max-time", "20", "--http1.1",
                "--write-out", "%{stderr}%{http_code}",
            ] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = body
        process.standardError = status
        try process.run()
        let bytes = try body.fileHandleForReading.readToEnd() ?? Data()
        let code = try status.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return "fails" }
        return "\(String(decoding: code, as: UTF8.self)) \(summary(Array(bytes)))"
    }

    /// A body as it is written in the list of differences.
    static func summary(_ bytes: [UInt8]) -> String {
        guard bytes.count <= 40, bytes.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            return "(\(bytes.count) bytes)"
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif
