extension JSONScanner {
    /// A string: no control characters, known escapes, whole surrogate pairs, valid UTF-8.
    mutating func string() throws(JSONFault) {
        let quote = position
        position += 1
        let start = position
        var escaped = false
        var wide = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                append(.string, from: start, escaped: escaped, wide: wide)
                position += 1
                return
            } else if byte == UInt8(ascii: "\\") {
                escaped = true
                try escape()
            } else if byte >= 0x80 {
                wide = true
                try multibyte(byte)
            } else if byte < 0x20 {
                throw fault("control character \(Self.name(byte)) in a string must be escaped")
            } else {
                position += 1
            }
        }
        throw fault("the JSON ends inside the string that begins at byte \(quote)")
    }

    private mutating func escape() throws(JSONFault) {
        let start = position
        guard position + 1 < bytes.count else { throw unfinished() }
        position += 2
        switch bytes[position - 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return
        case UInt8(ascii: "u"):
            let first = try unit(start)
            if first & 0xFC00 == 0xDC00 { throw loneSurrogate(start) }
            guard first & 0xFC00 == 0xD800 else { return }
            guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw loneSurrogate(start) }
            position += 2
            if try unit(start) & 0xFC00 != 0xDC00 { throw loneSurrogate(start) }
        case let byte:
            throw fault("invalid escape '\\' followed by \(Self.name(byte))", at: start)
        }
    }

    private func loneSurrogate(_ start: Int) -> JSONFault {
        fault("half a surrogate pair in a \\u escape", at: start)
    }

    private mutating func unit(_ start: Int) throws(JSONFault) -> UInt16 {
        var code: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw unfinished() }
            guard let digit = Self.hex(bytes[position]) else {
                throw fault("a \\u escape needs four hexadecimal digits", at: start)
            }
            code = code << 4 | UInt16(digit)
            position += 1
        }
        return code
    }

    /// One character of two to four bytes, in its shortest form and no surrogate (RFC 3629).
    private mutating func multibyte(_ lead: UInt8) throws(JSONFault) {
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, high) = (4, 0x8F)
        default: throw fault("invalid UTF-8: \(Self.name(lead))")
        }
        for offset in 1..<length {
            guard position + offset < bytes.count else { throw unfinished() }
            let byte = bytes[position + offset]
            guard byte >= low, byte <= high else {
                throw fault("invalid UTF-8: \(Self.name(lead))")
            }
            (low, high) = (0x80, 0xBF)
        }
        position += length
    }

    /// A number (RFC 8259 section 6).
    mutating func number() throws(JSONFault) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        guard position < bytes.count else { throw unfinished() }
        if bytes[position] == UInt8(ascii: "0") {
            position += 1
            if position < bytes.count, Self.isDigit(bytes[position]) {
                throw fault("a number must not begin with 0", at: start)
            }
        } else {
            try digits("'-'")
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits("'.' in a number")
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D {
                position += 1
            }
            try digits("the exponent sign of a number")
        }
        append(.number, from: start)
    }

    private mutating func digits(_ place: String) throws(JSONFault) {
        guard position < bytes.count else { throw unfinished() }
        guard Self.isDigit(bytes[position]) else {
            throw fault("expected a digit after \(place), found \(found)")
        }
        while position < bytes.count, Self.isDigit(bytes[position]) { position += 1 }
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// Whether these bytes are one number and nothing else.
    static func isNumber(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, first == 0x2D || isDigit(first) else { return false }
        var scanner = JSONScanner(bytes)
        guard (try? scanner.number()) != nil else { return false }
        return scanner.position == bytes.count
    }
}
