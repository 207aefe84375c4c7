#if os(Linux)
import Foundation

/// What stands between a test's calls and its server has a folder, a certificate and an end.
///
/// It ends with this process, whose end of the pipe to its standard input is then closed.
struct Relay: Sendable {
    struct Failed: Error, Sendable {
        let what: String
    }

    let folder: URL
    /// The certificate to trust, in PEM.
    let authority: [UInt8]

    /// A folder with a certificate for `*.vencejo.localhost`: `cert.pem` and `key.pem`.
    init(_ name: String) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-\(name)-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = Self.tool("openssl")
        process.currentDirectoryURL = folder
        process.arguments =
            ("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=relay"
            + " -days 2 -keyout key.pem -out cert.pem"
            + " -addext subjectAltName=DNS:*.vencejo.localhost")
            .split(separator: " ").map(String.init)
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(what: "openssl req") }
        authority = Array(try Data(contentsOf: folder.appending(path: "cert.pem")))
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    /// Starts a program in the folder, and gives what holds it: its input and its output.
    func start(_ program: URL?, _ arguments: [String]) throws -> (leash: Pipe, output: Pipe) {
        let leash = Pipe()
        let output = Pipe()
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = leash
        process.standardOutput = output
        try process.run()
        return (leash, output)
    }

    /// A program of this machine, also among those that are not for everybody's path.
    static func tool(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        return (path + ":/usr/sbin:/usr/local/sbin").split(separator: ":")
            .map { URL(filePath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
#endif
