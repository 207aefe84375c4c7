#if os(Linux)
import Foundation
import Testing

/// Takes TLS off in front of any server of this process: `https://p8080.vencejo.localhost:PORT` is
/// `http://127.0.0.1:8080`.
///
/// One Python process, which ends with this one.
final class TLSRelay: Sendable {
    struct Failed: Error, Sendable {
        let what: String
    }

    static let isPossible = tool("python3") != nil && tool("openssl") != nil

    /// The one relay of this process.
    static let running = Task.detached { try TLSRelay() }

    let port: Int
    /// The certificate to trust, in PEM.
    let authority: [UInt8]
    private let folder: URL
    /// The relay ends when this is closed.
    private let leash: Pipe

    private init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-relay-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.makeCertificate(folder)
        authority = Array(try Data(contentsOf: folder.appending(path: "cert.pem")))
        let script = folder.appending(path: "relay.py")
        try Data(relayScript.utf8).write(to: script)
        let leash = Pipe()
        let output = Pipe()
        let process = Process()
        process.executableURL = Self.tool("python3")
        process.arguments = [script.path]
        process.currentDirectoryURL = folder
        process.standardInput = leash
        process.standardOutput = output
        try process.run()
        var line = ""
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
            if byte == Data([10]) { break }
            line += String(decoding: byte, as: UTF8.self)
        }
        guard let port = Int(line) else { throw Failed(what: "the relay said \(line)") }
        self.port = port
        self.folder = folder
        self.leash = leash
    }

    /// The address under which a server of this machine is reached.
    func url(to server: Int) -> String { "https://p\(server).vencejo.localhost:\(port)" }

    private static func tool(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        return path.split(separator: ":").map { URL(filePath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private static func makeCertificate(_ folder: URL) throws {
        let process = Process()
        process.executableURL = tool("openssl")
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
    }
}

private let relayScript = """
    import asyncio, os, ssl, sys

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("cert.pem", "key.pem")
    context.set_alpn_protocols(["http/1.1"])
    names = {}
    context.sni_callback = lambda tls, name, _: names.__setitem__(id(tls), name)

    async def pump(reader, writer):
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
            writer.close()
        except (OSError, ssl.SSLError):
            writer.transport.abort()

    async def serve(reader, writer):
        name = names.pop(id(writer.get_extra_info("ssl_object")))
        try:
            up, out = await asyncio.open_connection("127.0.0.1", int(name.split(".")[0][1:]))
        except OSError:
            return writer.transport.abort()
        await asyncio.gather(pump(reader, out), pump(up, writer))
        writer.transport.abort()

    async def main():
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context, backlog=1024)
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        os._exit(0)

    asyncio.run(main())
    """
#endif
