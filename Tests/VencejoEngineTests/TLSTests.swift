#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

/// Certificates and servers made with the `openssl` tool in a folder of their own.
private final class TLSBench: Sendable {
    static let tool = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("vencejo-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let authority = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
        try run(authority + " -keyout ca.key -out ca.pem -subj /CN=Authority")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func run(_ arguments: String) throws {
        let process = try start(arguments)
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw CocoaError(.executableLoad) }
    }

    func start(_ arguments: String, output: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.tool ?? "")
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Ends a server and waits for it.
    ///
    /// A child of a task's thread inherits that thread's mask, which holds the polite signals back.
    func stop(_ process: Process) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The authority's certificate.
    func authority() throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent("ca.pem")))
    }

    /// A certificate for a name, valid for so many days from now; -1 has expired.
    func certificate(_ name: String, days: Int = 2) throws {
        let file = folder.appendingPathComponent("names.txt")
        try Data("subjectAltName=\(name)\n".utf8).write(to: file)
        let request = "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=x"
        try run(request + " -keyout leaf.key -out leaf.csr")
        try run(
            "x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days \(days)"
                + " -extfile names.txt -out leaf.pem"
        )
    }

    /// Starts `openssl s_server`, and gives the port that the system chose.
    func serve(_ more: String = "-www") throws -> (Process, Int) {
        let output = Pipe()
        let process = try start(
            "s_server -accept 127.0.0.1:0 -cert leaf.pem -key leaf.key " + more,
            output: output
        )
        var text = ""
        while let line = try output.fileHandleForReading.read(upToCount: 1), !line.isEmpty {
            text += String(decoding: line, as: UTF8.self)
            guard let start = text.range(of: "ACCEPT 127.0.0.1:"), text.hasSuffix("\n") else {
                continue
            }
            let digits = text[start.upperBound...].prefix { $0.isNumber }
            if let port = Int(digits) { return (process, port) }
        }
        throw CocoaError(.fileReadUnknown)
    }
}

@Suite(
    .serialized,
    .enabled(if: TLSBench.tool != nil, "the openssl tool is absent")
)
struct `Over TLS` {
    private func outcome(
        _ name: String,
        days: Int = 2,
        host: String = "127.0.0.1",
        isTrusted: Bool = true,
        options: String = "-www"
    ) async throws -> NetworkError.Kind? {
        let bench = try TLSBench()
        try bench.certificate(name, days: days)
        let (process, port) = try bench.serve(options)
        defer { bench.stop(process) }
        var configuration = EngineConfiguration()
        if isTrusted { configuration.additionalAuthorities = try bench.authority() }
        let url = try #require(URI("https://\(host):\(port)/"))
        return await failure(of: Request(.get, url), over: EngineTransport(configuration))
    }

    @Test(arguments: [("IP:127.0.0.1", "127.0.0.1"), ("DNS:localhost", "localhost")])
    func `an address or name that the certificate is for is accepted`(
        name: String,
        host: String
    ) async throws {
        #expect(try await outcome(name, host: host) == nil)
    }

    @Test(arguments: [("DNS:localhost", "127.0.0.1"), ("DNS:other.example", "localhost")])
    func `another name is refused`(name: String, host: String) async throws {
        #expect(try await outcome(name, host: host) == .tls(.wrongHost))
    }

    @Test func `an unknown authority is refused`() async throws {
        let kind = try await outcome("IP:127.0.0.1", isTrusted: false)
        #expect(kind == .tls(.unknownAuthority))
    }

    @Test func `a certificate that has expired is refused`() async throws {
        #expect(try await outcome("IP:127.0.0.1", days: -1) == .tls(.expired))
    }

    @Test func `a server that speaks only an old version is refused`() async throws {
        let options = "-www -tls1_1 -cipher ALL:@SECLEVEL=0"
        let kind = try await outcome("IP:127.0.0.1", options: options)
        #expect(kind == .tls(.protocolMismatch))
    }

    @Test func `a server that does not speak TLS is a mismatch`() async throws {
        let plain = try ScriptedServer { peer in
            var bytes = [UInt8](repeating: 0, count: 1_000)
            _ = try await peer.socket.receive(into: &bytes)
            try await peer.say("HTTP/1.1 400 Bad Request\r\n\r\n")
            try await peer.waitForEnd()
        }
        let url = try #require(URI("https://127.0.0.1:\(plain.port)/"))
        let kind = await failure(of: Request(.get, url), over: EngineTransport())
        #expect(kind == .tls(.protocolMismatch))
    }

    @Test func `a large body arrives whole`() async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try Data(content).write(to: bench.folder.appendingPathComponent("large.bin"))
        let (process, port) = try bench.serve("-WWW")
        defer { bench.stop(process) }
        var configuration = EngineConfiguration()
        configuration.additionalAuthorities = try bench.authority()
        let url = try #require(URI("https://127.0.0.1:\(port)/large.bin"))
        let response = try await EngineTransport(configuration).send(Request(.get, url))
        #expect(response.status == .ok)
        #expect(response.body.bytes == content)
        #expect(response.timings.tls != nil)
    }
}
#endif
