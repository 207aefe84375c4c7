#if os(Linux)
import Foundation

/// A real nginx with one worker that serves one file.
final class SoakNginx {
    static let size = 4_000

    let url: String
    private let folder: URL
    private let process: Process

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
        let text = """
            daemon off; master_process off; pid \(path)/pid; error_log /dev/null;
            events { worker_connections 1024; }
            http {
              access_log off; keepalive_requests 100;
              client_body_temp_path \(path)/b; proxy_temp_path \(path)/p;
              fastcgi_temp_path \(path)/f; uwsgi_temp_path \(path)/u; scgi_temp_path \(path)/s;
              server { listen 127.0.0.1:\(port); root \(path); }
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
