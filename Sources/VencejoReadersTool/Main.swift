import Foundation
import VencejoReaders

/// `vencejo-readers OUTPUT SOURCE…`: what the plugin `JSONReaders` runs.
@main struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let output = arguments.first else {
            print("usage: vencejo-readers OUTPUT SOURCE…")
            exit(2)
        }
        let sources = try arguments.dropFirst().map { path in
            (path: path, text: try String(contentsOf: URL(filePath: path), encoding: .utf8))
        }
        let writer = ReaderWriter(sources)
        for complaint in writer.complaints {
            FileHandle.standardError.write(Data("\(complaint)\n".utf8))
        }
        if !writer.complaints.isEmpty { exit(1) }
        try Data(writer.text.utf8).write(to: URL(filePath: output))
    }
}
