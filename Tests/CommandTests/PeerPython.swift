#if os(Linux)
import Foundation

/// A Python with some packages: the one that `Scripts/setup tests` makes, or any other.
enum PeerPython {
    static func having(_ modules: String) -> String? {
        // The link counts, not what it leads to: Python finds its packages by it.
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let own = root.appending(path: ".build/python/bin/python3").path
        if Peer.hasPython(own, module: modules) { return own }
        return Peer.hasPython(module: modules) ? "python3" : nil
    }

    /// Starts one of `Servers/` and gives it with its port.
    static func serve(
        _ python: String,
        _ script: String,
        _ arguments: [String] = []
    ) async throws -> (Peer, Int) {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Servers/\(script)").path
        let peer = try Peer(python, ["-u", path] + arguments)
        let port = await peer.first { line in
            line.firstMatch(of: /listening on (\d+)/).flatMap { Int($0.1) }
        }
        guard let port else { throw CocoaError(.executableLoad) }
        return (peer, port)
    }
}
#endif
