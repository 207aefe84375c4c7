#if os(Linux)
import Foundation

/// Takes TLS off in front of any server of this process: `https://p8080.vencejo.localhost:PORT` is
/// `http://127.0.0.1:8080`.
///
/// One Python process, which ends with this one.
final class TLSRelay: Sendable {
    static let isPossible = Relay.tool("python3") != nil && Relay.tool("openssl") != nil

    /// The one relay of this process.
    static let running = Task.detached { try TLSRelay() }

    let port: Int
    let authority: [UInt8]
    /// The relay ends when this is closed.
    private let leash: Pipe

    private init() throws {
        let relay = try Relay("tls")
        try relay.write(relayScript, to: "relay.py")
        let (leash, output) = try relay.start(Relay.tool("python3"), ["relay.py"])
        var line = ""
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
            if byte == Data([10]) { break }
            line += String(decoding: byte, as: UTF8.self)
        }
        guard let port = Int(line) else { throw Relay.Failed(what: "the relay said \(line)") }
        self.port = port
        self.leash = leash
        authority = relay.authority
    }

    /// The address under which a server of this machine is reached.
    func url(to server: Int) -> String { "https://p\(server).vencejo.localhost:\(port)" }
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
