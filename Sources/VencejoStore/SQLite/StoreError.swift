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

    /// The result code without its extension.
    var primary: Int { code & 0xFF }
}
