extension JSON {
    /// The text with the braces around it that it may lack.
    func braced(_ bytes: [UInt8]) -> [UInt8] {
        guard assumesTopLevelDictionary, bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{")
        else { return bytes }
        return [UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}")]
    }
}

extension JSONError {
    /// The text in UTF-8, where it was refused for being in another form of Unicode.
    ///
    /// UTF-8 is tried first, so that the other forms cost nothing where they do not occur.
    func transcoded(_ bytes: [UInt8]) -> [UInt8]? {
        switch kind {
        case .empty, .notJSON, .truncated, .notUnicode, .syntax: UnicodeForm(of: bytes)?.utf8(bytes)
        default: nil
        }
    }
}
