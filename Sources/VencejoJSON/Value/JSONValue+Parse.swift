extension JSONValue {
    /// Reads a JSON text (RFC 8259) in UTF-8, UTF-16 or UTF-32, at most 512 levels deep.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        do throws(JSONError) {
            self = try Self.scanned(bytes)
        } catch {
            guard let text = error.transcoded(bytes) else { throw error }
            self = try Self.scanned(text)
        }
    }

    /// Reads a JSON text (RFC 8259) from any sequence of bytes.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
        try self.init(parsing: [UInt8](bytes))
    }

    /// Reads a JSON text (RFC 8259).
    public init(parsing text: String) throws(JSONError) {
        try self.init(parsing: [UInt8](text.utf8))
    }

    private static func scanned(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        do throws(JSONFault) {
            return try JSONTape(bytes).value(at: 0)
        } catch {
            throw JSONError(error, in: bytes)
        }
    }
}
