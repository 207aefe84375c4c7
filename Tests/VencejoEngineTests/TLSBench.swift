#if os(Linux)
import Foundation
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

/// Certificates and servers made with the `openssl` tool in a folder of their own.
final class TLSBench: Sendable {
    static let tool = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static let nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private static let streams = "/usr/lib/nginx/modules/ngx_stream_module.so"
    /// Whether nginx can wrap another server in TLS.
    static let hasStreams = FileManager.default.fileExists(atPath: streams)

    let folder: URL
    private static let curve = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("vencejo-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try authority("ca")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func run(_ arguments: String) throws {
        let process = try start(Self.tool, arguments)
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw CocoaError(.executableLoad) }
    }

    func start(_ tool: String?, _ arguments: String, output: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool ?? "")
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

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
}

extension TLSBench {
    /// An authority that has signed itself: `name.pem` and `name.key`.
    func authority(_ name: String) throws {
        try run("req -x509 \(Self.curve) -days 2 -keyout \(name).key -out \(name).pem -subj /CN=A")
    }

    /// The authority's certificate.
    func authority() throws -> [UInt8] { try bytes("ca.pem") }

    /// A certificate for a name, valid for so many days from now; -1 has expired.
    func certificate(
        _ name: String,
        days: Int = 2,
        file: String = "leaf",
        by authority: String = "ca"
    ) throws {
        try request(name, file)
        try run(
            "x509 -req -in \(file).csr -CA \(authority).pem -CAkey \(authority).key -CAcreateserial"
                + " -days \(days) -extfile names.txt -out \(file).pem"
        )
    }

    /// A certificate that is good from 2048 on.
    func certificateOfTheFuture(_ name: String) throws {
        try request(name, "leaf")
        try write("", to: "index.txt")
        try write(
            """
            [ca]
            default_ca = d
            [d]
            new_certs_dir = .
            database = index.txt
            rand_serial = yes
            default_md = sha256
            policy = p
            [p]
            commonName = supplied
            """,
            to: "ca.cnf"
        )
        try run(
            "ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in leaf.csr -out leaf.pem"
                + " -extfile names.txt -startdate 20480101000000Z -enddate 20490101000000Z -notext"
        )
    }

    /// A certificate that has signed itself.
    func selfSigned(_ name: String) throws {
        try run(
            "req -x509 \(Self.curve) -days 2 -keyout leaf.key -out leaf.pem -subj /CN=x"
                + " -addext subjectAltName=\(name)"
        )
    }

    private func request(_ name: String, _ file: String) throws {
        try write("subjectAltName=\(name)\n", to: "names.txt")
        try run("req \(Self.curve) -subj /CN=x -keyout \(file).key -out \(file).csr")
    }

    /// The pin of a certificate's key, as the `openssl` tool computes it.
    func pin(of file: String) throws -> String {
        try run("x509 -in \(file).pem -pubkey -noout -out \(file).pub")
        try run("pkey -pubin -in \(file).pub -outform DER -out \(file).der")
        try run("dgst -sha256 -binary -out \(file).sha \(file).der")
        return "sha256/" + Data(try bytes("\(file).sha")).base64EncodedString()
    }
}

extension TLSBench {
    /// A configuration that trusts the authority.
    func trust(
        _ choose: (inout TLSConfiguration) throws -> Void = { _ in }
    ) throws -> EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.tls.authorities = .systemAnd(try authority())
        try choose(&configuration.tls)
        return configuration
    }

    /// Asks an `openssl s_server` once; `nil` for success.
    func failure(
        _ configuration: EngineConfiguration,
        host: String = "127.0.0.1",
        options: String = "-www"
    ) async throws -> NetworkError.Kind? {
        let (process, port) = try serve(options)
        defer { stop(process) }
        guard let url = URI("https://\(host):\(port)/") else {
            throw CocoaError(.coderInvalidValue)
        }
        return await VencejoEngineTests.failure(
            of: Request(.get, url),
            over: EngineTransport(configuration)
        )
    }

    /// Starts `openssl s_server`, and gives the port that the system chose.
    func serve(_ more: String = "-www") throws -> (Process, Int) {
        let output = Pipe()
        let process = try start(
            Self.tool,
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

    /// Starts nginx with one server, and waits until it takes connections.
    func serveByNginx(
        _ options: String = "",
        speaking protocols: String = ""
    ) async throws -> (Process, Int) {
        try await startNginx("nginx") { configuration("\($0) ssl \(protocols)", options) }
    }

    /// Starts nginx as the TLS before a server that speaks none.
    func wrapByNginx(_ target: Int) async throws -> (Process, Int) {
        try await startNginx("front") { port in
            """
            load_module \(Self.streams);
            daemon off;
            master_process off;
            pid front.pid;
            error_log front.log;
            events { worker_connections 64; }
            stream {
                server {
                    listen 127.0.0.1:\(port) ssl;
                    ssl_certificate leaf.pem;
                    ssl_certificate_key leaf.key;
                    proxy_pass 127.0.0.1:\(target);
                }
            }
            """
        }
    }

    private func startNginx(
        _ name: String,
        _ configuration: (Int) -> String
    ) async throws -> (Process, Int) {
        let poller = try Poller()
        defer { poller.stop() }
        for _ in 0..<10 {
            let port = try Self.freePort(poller)
            try write(configuration(port), to: "\(name).conf")
            let process = try start(
                Self.nginx,
                "-p \(folder.path) -c \(name).conf -e \(name).log"
            )
            if try await isUp(process, port, poller) { return (process, port) }
            stop(process)
        }
        throw CocoaError(.executableLoad)
    }

    /// nginx chooses no port by itself; another program may take this one before it does.
    private static func freePort(_ poller: Poller) throws -> Int {
        guard let any = SocketAddress(literal: "127.0.0.1", port: 0) else { return 0 }
        let listener = try Listener(any, poller: poller)
        defer { listener.close() }
        return listener.address.port
    }

    private func isUp(_ process: Process, _ port: Int, _ poller: Poller) async throws -> Bool {
        guard let address = SocketAddress(literal: "127.0.0.1", port: port) else { return false }
        while process.isRunning {
            if let socket = try? await Socket.connect(to: address, poller: poller) {
                socket.close()
                return true
            }
            let next = MonotonicClock.deadline(after: .milliseconds(5), from: MonotonicClock.now())
            _ = await Waiter(poller: poller).wait(until: next)
        }
        return false
    }

    private func configuration(_ place: String, _ options: String) -> String {
        """
        daemon off;
        master_process off;
        pid nginx.pid;
        error_log error.log;
        events { worker_connections 64; }
        http {
            access_log off;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            server {
                listen 127.0.0.1:\(place);
                ssl_certificate leaf.pem;
                ssl_certificate_key leaf.key;
                \(options)
                location / { return 200 "$ssl_session_reused $ssl_server_name $ssl_protocol"; }
            }
        }
        """
    }
}
#endif
