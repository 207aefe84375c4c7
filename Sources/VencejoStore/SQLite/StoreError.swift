/// Why a store could not be opened.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The result code of SQLite, extended.
    public let code: Int
    /// What SQLite says, and what it was asked.
    public let message: String

    package init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "SQLite \(code): \(message)" }

    /// What says that there is no such file, where none is to be made.
    package static func missing(_ path: String) -> StoreError {
        StoreError(code: missingFile, message: "there is no file \(path)")
    }

    package var isMissingFile: Bool { code == Self.missingFile }

    /// `SQLITE_CANTOPEN`, with an extension that SQLite does not use.
    private static let missingFile = 14 | 255 << 8

    /// The result code without its extension.
    var primary: Int { code & 0xFF }
}
