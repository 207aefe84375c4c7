extension JSONScanner {
    func fault(_ reason: String, at offset: Int? = nil) -> JSONFault {
        JSONFault(reason: reason, offset: offset ?? position, path: path)
    }

    /// What cannot be JSON from its first byte on.
    func checkBeginning() throws(JSONFault) {
        guard position < bytes.count else {
            throw fault(bytes.isEmpty ? "the body is empty" : "the body is only white space")
        }
        if bytes[position] == UInt8(ascii: "<") {
            let xml = bytes[position...].starts(with: "<?xml".utf8)
            throw fault("starts with '<': this is \(xml ? "XML" : "HTML"), not JSON")
        }
        if bytes[0] == 0xFE || bytes[0] == 0xFF || bytes.prefix(4).contains(0) {
            throw fault("this is not UTF-8, which JSON must be in", at: 0)
        }
        let letter = bytes[position] | 0x20
        if (0x61...0x7A).contains(letter), !"tfn".utf8.contains(bytes[position]) {
            throw fault("starts with \(foundWord(position)): this is plain text, not JSON")
        }
        if bytes[position] == 0x1F, bytes.dropFirst(position + 1).first == 0x8B {
            throw fault("this is compressed (gzip), not JSON")
        }
    }

    func unfinished() -> JSONFault {
        guard let top = path.isEmpty ? nil : path.last else {
            return JSONFault(
                reason: "the JSON ends before it is complete",
                offset: bytes.count,
                path: []
            )
        }
        let container = if case .index = top { "an array" } else { "an object" }
        return JSONFault(
            reason: "the JSON ends before it is complete: \(container) is still open",
            offset: bytes.count,
            path: path
        )
    }

    func missingComma(object: Bool) -> JSONFault {
        let byte = bytes[position]
        let begins =
            byte == 0x22 || byte == 0x7B || byte == 0x5B || byte == 0x2D || Self.isDigit(byte)
            || byte == 0x74 || byte == 0x66 || byte == 0x6E
        if begins { return fault("missing ',' between \(object ? "members" : "elements")") }
        return fault("expected ',' or '\(object ? "}" : "]")', found \(found)")
    }

    /// What stands here, for people.
    var found: String { position < bytes.count ? Self.name(bytes[position]) : "the end" }

    /// The word that begins here, for people.
    func foundWord(_ start: Int) -> String {
        let word = bytes[start...].prefix(16).prefix {
            $0 > 0x20 && $0 < 0x7F && $0 != 0x2C && $0 != 0x5D && $0 != 0x7D
        }
        return "'\(String(decoding: word, as: UTF8.self))'"
    }

    static func name(_ byte: UInt8) -> String {
        if byte > 0x20, byte < 0x7F { return "'\(Unicode.Scalar(byte))'" }
        let digits = String(byte, radix: 16, uppercase: true)
        return "byte 0x\(digits.count == 1 ? "0" : "")\(digits)"
    }
}
