package import Foundation

/// The public conformance data, read where it lies and never copied.
package enum Conformance {
    /// The folder: `VENCEJO_CONFORMANCE`, else `../shared/conformance` beside the checkout.
    package static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["VENCEJO_CONFORMANCE"] {
            return URL(filePath: path)
        }
        let checkout = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return checkout.deletingLastPathComponent().appending(path: "shared/conformance")
    }()

    /// Whether the data is there; tests that need it are skipped, visibly, when it is not.
    package static var isPresent: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "README.md").path)
    }

    /// The bytes of one file.
    package static func data(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: path))
    }
}
