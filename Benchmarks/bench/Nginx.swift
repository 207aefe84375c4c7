import Foundation

/// A real nginx with one worker, on a port of its own, that serves one JSON user of 1 KB.
final class Nginx {
    let base: String
    let url: String
    let folder: URL
    private let process: Process

    init() throws {
        guard let program = Peers.find("nginx") else { throw PeerFailure(name: "nginx") }
        folder = FileManager.default.temporaryDirectory.appending(path: "vencejo-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let port = Int.random(in: 20_000..<50_000)
        base = "http://127.0.0.1:\(port)"
        url = base + "/user.json"
        try Data(Nginx.user.utf8).write(to: folder.appending(path: "user.json"))
        let configuration = """
            daemon off; worker_processes 1; pid \(folder.path)/pid; error_log /dev/null;
            events { worker_connections 4096; }
            http {
              access_log off; keepalive_requests 1000000000; default_type application/json;
              client_body_temp_path \(folder.path)/b; proxy_temp_path \(folder.path)/p;
              fastcgi_temp_path \(folder.path)/f; uwsgi_temp_path \(folder.path)/u;
              scgi_temp_path \(folder.path)/s;
              server { listen 127.0.0.1:\(port); root \(folder.path); }
            }
            """
        let file = folder.appending(path: "nginx.conf")
        try Data(configuration.utf8).write(to: file)
        process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-c", file.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static let user: String = {
        let about = String(repeating: "Escribe sobre puertos, mareas y trenes. ", count: 20)
        return #"{"id":1,"name":"Ada Lovelace","email":"ada@example.com","#
            + #""isActive":true,"about":"\#(about)"}"#
    }()
}
