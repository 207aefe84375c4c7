import Foundation

/// Python's msgspec (into types) and orjson (untyped), where they are installed.
enum PythonPeers {
    /// Microseconds by peer and document.
    static func measure(_ documents: [(String, [UInt8])]) throws -> [String: [String: Double]] {
        guard let python = Peers.find("python3") else {
            print("msgspec, orjson: there is no python3 here")
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
}
