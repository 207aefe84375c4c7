extension JSONValue {
    /// Reads a JSON text (RFC 8259): UTF-8, at most 512 levels deep, a byte order mark is skipped.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        do {
            self = try JSONTape(bytes).value(at: 0)
        } catch {
            throw JSONError(error, in: bytes)
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
}
