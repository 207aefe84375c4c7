import Foundation

/// A server that answers each request after two seconds, so that a thousand of them wait at once.
final class SlowServer {
    let url: String
    private let process = Process()

    init() throws {
        guard let python = Peers.find("python3") else { throw PeerFailure(name: "python3") }
        let port = Int.random(in: 20_000..<50_000)
        url = "http://127.0.0.1:\(port)/"
        process.executableURL = URL(filePath: python)
        process.arguments = [
            URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../peers/slow_server.py").path,
            "\(port)",
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
