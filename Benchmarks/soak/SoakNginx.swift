#if os(Linux)
import Foundation
import VencejoEngine

/// A real nginx with one worker that serves one file, plain, over TLS and over HTTP/2.
final class SoakNginx {
    static let size = 4_000

    let url: String
    /// Where the same is served over TLS and over HTTP/2, and whom to trust; nil without `openssl`.
    let secure: Secure?
    private let folder: URL
    private let process: Process

    /// Two sockets that are files, to which a detour leads.
    struct Secure: Sendable {
        let tls: String
        let http2: String
        let authority: [UInt8]

        /// A transport whose calls all go to one of them.
        func transport(to socket: String) -> EngineTransport {
            var configuration = EngineConfiguration()
            configuration.additionalAuthorities = authority
            configuration.detours = [Detour(ofAllTo: .unixSocket(socket))]
            return EngineTransport(configuration)
        }
    }

    /// The address of what is served securely.
    static let secureURL = "https://soak.localhost/file"

    private static func makeCertificate(_ folder: URL) throws -> [UInt8]? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = folder
        process.arguments =
            ("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=soak"
            + " -days 2 -keyout key.pem -out cert.pem -addext subjectAltName=DNS:soak.localhost")
            .split(separator: " ").map(String.init)
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return Array(try Data(contentsOf: folder.appending(path: "cert.pem")))
    }

    /// Nil where no nginx is installed.
    init?() throws {
        let programs = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx"]
        let files = FileManager.default
        guard let program = programs.first(where: files.isExecutableFile(atPath:)) else {
            return nil
        }
        folder = files.temporaryDirectory.appending(path: "vencejo-soak-\(UUID())")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        // A socket that is a file needs no free port; ours is found by trying.
        let port = Int.random(in: 20_000..<30_000)
        url = "http://127.0.0.1:\(port)/file"
        try Data(repeating: 0x61, count: Self.size).write(to: folder.appending(path: "file"))
        let path = folder.path
        secure = try Self.makeCertificate(folder).map {
            Secure(tls: path + "/tls", http2: path + "/http2", authority: $0)
        }
        let places =
            secure.map { secure in
                """
                server { listen unix:\(secure.tls) ssl; root \(path);
                  ssl_certificate cert.pem; ssl_certificate_key key.pem; }
                server { listen unix:\(secure.http2) ssl http2; root \(path);
                  ssl_certificate cert.pem; ssl_certificate_key key.pem; }
                """
            } ?? ""
        let text = """
            daemon off; master_process off; pid \(path)/pid; error_log /dev/null;
            events { worker_connections 1024; }
            http {
              access_log off; keepalive_requests 100;
              client_body_temp_path \(path)/b; proxy_temp_path \(path)/p;
              fastcgi_temp_path \(path)/f; uwsgi_temp_path \(path)/u; scgi_temp_path \(path)/s;
              server { listen 127.0.0.1:\(port); root \(path); }
              \(places)
            }
            """
        try Data(text.utf8).write(to: folder.appending(path: "conf"))
        process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-c", "\(path)/conf"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        let pid = folder.appending(path: "pid").path
        while process.isRunning, !files.fileExists(atPath: pid) { usleep(1_000) }
    }

    func stop() {
        // A child of a task's thread may hold the polite signals back.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
#endif
