import Foundation

/// A real nginx with one worker, on ports of its own.
///
/// It serves a JSON user of 1 KB, a document of 100 KB and a file of 1 GB, plainly and over TLS.
final class Nginx {
    static let giantBytes = 1_000_000_000
    let base: String
    let url: String
    /// The address over TLS; `nil` where no certificate could be made.
    let secure: String?
    let folder: URL
    private let process: Process

    /// The certificate, which vouches for itself.
    var authority: String { folder.appending(path: "certificate.pem").path }

    init(isPinned: Bool = false) throws {
        guard let program = Peers.find("nginx") else { throw PeerFailure(name: "nginx") }
        folder = FileManager.default.temporaryDirectory.appending(path: "vencejo-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let port = Int.random(in: 20_000..<50_000)
        base = "http://127.0.0.1:\(port)"
        url = base + "/user.json"
        secure = Self.makeCertificate(in: folder) ? "https://localhost:\(port + 1)" : nil
        try Self.fill(folder)
        let file = folder.appending(path: "nginx.conf")
        let configuration = Self.configuration(folder.path, port, isSecure: secure != nil)
        try Data(configuration.utf8).write(to: file)
        process = Process()
        let command = (isPinned ? ["taskset", "-c", "0"] : []) + [program, "-c", file.path]
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        try process.run()
        try waitUntilServing()
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private func waitUntilServing() throws {
        for _ in 0..<200 {
            if let url = URL(string: url), (try? Data(contentsOf: url)) != nil { return }
            usleep(20_000)
        }
        throw PeerFailure(name: "nginx did not start")
    }

    private static func makeCertificate(in folder: URL) -> Bool {
        let key = folder.appending(path: "key.pem").path
        let certificate = folder.appending(path: "certificate.pem").path
        guard let openssl = Peers.find("openssl") else { return false }
        let made = try? Peers.output(
            openssl,
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
                certificate,
            ]
        )
        return made != nil
    }

    private static func configuration(_ path: String, _ port: Int, isSecure: Bool) -> String {
        let secure =
            isSecure
            ? """
              server { listen 127.0.0.1:\(port + 1) ssl; root \(path); ssl_certificate \(path)/certificate.pem;
                ssl_certificate_key \(path)/key.pem; }
            """ : ""
        return """
            daemon off; worker_processes 1; pid \(path)/pid; error_log /dev/null;
            events { worker_connections 4096; }
            http {
              access_log off; keepalive_requests 1000000000; default_type application/json;
              client_body_temp_path \(path)/b; proxy_temp_path \(path)/p; sendfile on;
              fastcgi_temp_path \(path)/f; uwsgi_temp_path \(path)/u; scgi_temp_path \(path)/s;
              server { listen 127.0.0.1:\(port); root \(path); }
            \(secure)
            }
            """
    }

    private static func fill(_ folder: URL) throws {
        try Data(user.utf8).write(to: folder.appending(path: "user.json"))
        let users = Array(repeating: user, count: 110).joined(separator: ",")
        let large = #"{"id":1,"name":"Ada","email":"ada@example.com","all":[\#(users)]}"#
        try Data(large.utf8).write(to: folder.appending(path: "large.json"))
        // A file of holes takes no room.
        let giant = folder.appending(path: "giant.bin")
        try Data().write(to: giant)
        try FileHandle(forWritingTo: giant).truncate(atOffset: UInt64(giantBytes))
    }

    private static let user: String = {
        let about = String(repeating: "Escribe sobre puertos, mareas y trenes. ", count: 20)
        return #"{"id":1,"name":"Ada Lovelace","email":"ada@example.com","#
            + #""isActive":true,"about":"\#(about)"}"#
    }()
}
