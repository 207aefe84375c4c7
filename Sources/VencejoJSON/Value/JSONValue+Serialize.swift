extension JSONValue: CustomStringConvertible {
    /// The value as JSON text.
    ///
    /// - Parameters:
    ///   - pretty: One element or member a line.
    ///   - indent: Spaces for each level, when pretty.
    ///   - sortedKeys: Members by name instead of in their own order.
    public func serialized(
        pretty: Bool = false,
        indent: Int = 2,
        sortedKeys: Bool = false
    ) -> String {
        String(
            decoding: serializedBytes(pretty: pretty, indent: indent, sortedKeys: sortedKeys),
            as: UTF8.self
        )
    }

    /// The value as JSON text, in UTF-8.
    public func serializedBytes(
        pretty: Bool = false,
        indent: Int = 2,
        sortedKeys: Bool = false
    ) -> [UInt8] {
        var writer = JSONWriter(indent: pretty ? max(0, indent) : nil, sortedKeys: sortedKeys)
        writer.write(self)
        return writer.bytes
    }

    /// The value as compact JSON text.
    public var description: String { serialized() }
}
