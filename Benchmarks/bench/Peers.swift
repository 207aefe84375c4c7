import Foundation

/// Programs that are measured beside the library, where they are installed.
enum Peers {
    /// Where a program lies; `nil` where it is not installed.
    static func find(_ name: String) -> String? {
        if name.hasPrefix("/") {
            return FileManager.default.isExecutableFile(atPath: name) ? name : nil
        }
        let usual = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/usr/local/sbin"]
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (usual + path.split(separator: ":").map(String.init)).map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program to its end and gives what it printed.
    static func output(_ path: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw PeerFailure(name: path) }
        return String(decoding: data, as: UTF8.self)
    }
}

struct PeerFailure: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) failed" }
}

/// User and system time, in microseconds.
enum CPU {
    static func own() -> Double { microseconds(__rusage_who_t(RUSAGE_SELF.rawValue)) }
    static func children() -> Double { microseconds(__rusage_who_t(RUSAGE_CHILDREN.rawValue)) }

    private static func microseconds(_ who: __rusage_who_t) -> Double {
        var usage = rusage()
        unsafe getrusage(who, &usage)
        let user = Double(usage.ru_utime.tv_sec) * 1e6 + Double(usage.ru_utime.tv_usec)
        let system = Double(usage.ru_stime.tv_sec) * 1e6 + Double(usage.ru_stime.tv_usec)
        return user + system
    }
}
