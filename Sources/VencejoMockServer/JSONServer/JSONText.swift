import VencejoJSON

/// JSON read and written the way json-server does.
enum JSONText: Sendable {
    static func parse(_ bytes: [UInt8]) -> JSONValue? {
        try? JSONValue(parsing: bytes)
    }

    /// Indented by two blanks.
    static func pretty(_ value: JSONValue) -> [UInt8] {
        value.serializedBytes(pretty: true)
    }
}
