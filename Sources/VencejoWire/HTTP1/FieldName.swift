/// The name of a field line that a server wrote with blanks in it.
enum FieldName {
    /// Reads on to the colon; gives the name without the blanks at its end.
    ///
    /// RFC 9112 §5.1 takes blanks before the colon away from an answer. A name with a blank inside
    /// is handed over, unless one of its words is a field by which the message is read: where a
    /// line end was lost before such a field, others may see it and this side would not.
    static func withBlanks(
        _ line: Span<UInt8>,
        _ colon: inout Int
    ) throws(WireError) -> Range<Int> {
        while colon < line.count, line[colon].isToken || line[colon].isBlank { colon += 1 }
        let name = trimmed(line, 0..<colon)
        for word in text(line.extracting(name)).lowercased().split(whereSeparator: \.isBlank)
        where isSteering(word) {
            throw .badHeader(.badName)
        }
        return name
    }

    private static func isSteering(_ word: Substring) -> Bool {
        switch word {
        case "connection", "host", "keep-alive", "set-cookie", "te", "trailer",
            "transfer-encoding", "upgrade":
            true
        default: word.hasPrefix("content-")
        }
    }
}

extension Character {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
