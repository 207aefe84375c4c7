extension PercentEncoding {
    /// Fields as `application/x-www-form-urlencoded` (WHATWG URL §5.2).
    public static func form(_ pairs: some Sequence<(name: String, value: String)>) -> String {
        pairs.map { formComponent($0.name) + "=" + formComponent($0.value) }
            .joined(separator: "&")
    }

    /// The fields of `application/x-www-form-urlencoded` text (WHATWG URL §5.1).
    ///
    /// A plus sign is a blank; a name without a value has the empty one; bytes that are not UTF-8
    /// become U+FFFD.
    public static func parsingForm(_ text: String) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (
                name: decoded(Substring(pair[..<equals]), plusIsBlank: true),
                value: decoded(Substring(pair[equals...].dropFirst()), plusIsBlank: true)
            )
        }
    }
}
