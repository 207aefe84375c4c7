import Foundation

/// Python's msgspec (into types), orjson (untyped) and simdjson (parse only), where installed.
enum PythonPeers {
    /// Microseconds by peer and document.
    static func measure(_ documents: [(String, [UInt8])]) throws -> [String: [String: Double]] {
        guard let python = find() else {
            print("msgspec, orjson, simdjson: there is no python3 here")
            return [:]
        }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in documents {
            try Data(bytes).write(to: folder.appending(path: "\(name).json"))
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../peers/json_peers.py").standardizedFileURL
        let text = try Peers.output(python, [script.path, folder.path])
        var times: [String: [String: Double]] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: "\t").map(String.init)
            if words.count == 3, let time = Double(words[2]) {
                times[words[0], default: [:]][words[1]] = time
            } else {
                print(line)
            }
        }
        return times
    }

    /// The Python that has msgspec, among those installed for all and those of pyenv; else any.
    private static func find() -> String? {
        let environment = ProcessInfo.processInfo.environment
        let root = environment["PYENV_ROOT"] ?? "\(environment["HOME"] ?? "")/.pyenv"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/versions"))
        let found =
            [Peers.find("python3")].compactMap(\.self)
            + (versions ?? []).sorted().reversed().compactMap {
                Peers.find("\(root)/versions/\($0)/bin/python3")
            }
        return found.first { (try? Peers.output($0, ["-c", "import msgspec"])) != nil }
            ?? found.first
    }
}
