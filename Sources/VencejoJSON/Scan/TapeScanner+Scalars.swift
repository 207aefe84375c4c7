extension TapeScanner {
    /// A string: no control characters, known escapes, whole surrogate pairs, valid UTF-8.
    @inline(__always)
    mutating func string() -> Bool {
        next += 1
        let start = next
        var flags = UInt64.tapeString
        while true {
            if end - next >= 8 {
                let special = Self.special(load(next))
                if special == 0 {
                    next += 8
                    continue
                }
                next += special.trailingZeroBitCount >> 3
            }
            guard next < end else { return false }
            let byte = next.pointee
            if byte == UInt8(ascii: "\"") {
                append(UInt64(tape: start - base, next - start, flags))
                next += 1
                return true
            } else if byte >= 0x80 {
                flags |= .tapeWide
                guard multibyte() else { return false }
            } else if byte == UInt8(ascii: "\\") {
                flags |= .tapeEscaped
                guard escape() else { return false }
            } else if byte < 0x20 {
                return false
            } else {
                next += 1
            }
        }
    }

    @inline(__always)
    private func load(_ place: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
    }

    /// The top bit of each byte that ends a run of plain ASCII; exact up to the first such byte.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let slashes = word ^ (ones &* 0x5C)
        let controls = (word &- (ones &* 0x20)) & ~word
        let found = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | controls | word
        return found & (ones &* 0x80)
    }

    /// Characters of two to four bytes, in their shortest form and no surrogates (RFC 3629).
    @inline(__always)
    private mutating func multibyte() -> Bool {
        repeat {
            let lead = next.pointee
            if lead & 0xE0 == 0xC0 {
                guard lead >= 0xC2, end - next >= 2, next[1] & 0xC0 == 0x80 else { return false }
                next += 2
            } else {
                guard longer(lead) else { return false }
            }
        } while next < end && next.pointee >= 0x80
        return true
    }

    private mutating func longer(_ lead: UInt8) -> Bool {
        guard lead >= 0xE0, lead <= 0xF4, end - next >= (lead < 0xF0 ? 3 : 4) else { return false }
        let second = next[1]
        guard second & 0xC0 == 0x80, next[2] & 0xC0 == 0x80 else { return false }
        if lead < 0xF0 {
            if lead == 0xE0, second < 0xA0 { return false }
            if lead == 0xED, second > 0x9F { return false }
            next += 3
            return true
        }
        guard next[3] & 0xC0 == 0x80 else { return false }
        if lead == 0xF0, second < 0x90 { return false }
        if lead == 0xF4, second > 0x8F { return false }
        next += 4
        return true
    }

    @inline(__always)
    private mutating func escape() -> Bool {
        guard end - next >= 2 else { return false }
        switch next[1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            next += 2
            return true
        case UInt8(ascii: "u"): return unicodeEscape()
        default: return false
        }
    }

    private mutating func unicodeEscape() -> Bool {
        guard end - next >= 6, let first = Hex.unit(next + 2) else { return false }
        next += 6
        guard first & 0xF800 == 0xD800 else { return true }
        guard first & 0xFC00 == 0xD800, end - next >= 6, next[0] == UInt8(ascii: "\\"),
            next[1] == UInt8(ascii: "u"), let second = Hex.unit(next + 2),
            second & 0xFC00 == 0xDC00
        else { return false }
        next += 6
        return true
    }

    /// A number (RFC 8259 section 6).
    @inline(__always)
    mutating func number() -> Bool {
        let start = next
        var flags = UInt64.tapeNumber
        if next.pointee == UInt8(ascii: "-") { next += 1 }
        guard next < end else { return false }
        if next.pointee == UInt8(ascii: "0") {
            next += 1
        } else {
            guard digits() else { return false }
        }
        if next < end, next.pointee == UInt8(ascii: ".") {
            flags |= .tapeEscaped
            next += 1
            guard digits() else { return false }
        }
        if next < end, next.pointee | 0x20 == UInt8(ascii: "e") {
            flags |= .tapeEscaped
            next += 1
            if next < end, next.pointee == 0x2B || next.pointee == 0x2D { next += 1 }
            guard digits() else { return false }
        }
        append(UInt64(tape: start - base, next - start, flags))
        return true
    }

    /// One digit at least.
    @inline(__always)
    private mutating func digits() -> Bool {
        let start = next
        while next < end, next.pointee &- 0x30 < 10 { next += 1 }
        return next > start
    }
}

/// Hexadecimal digits by table: 255 for what is none.
enum Hex {
    private static let values: [UInt8] = (0...255).map { JSONScanner.hex($0) ?? 255 }

    /// The four digits of a `\u` escape.
    @inline(__always)
    static func unit(_ place: UnsafePointer<UInt8>) -> UInt32? {
        values.withUnsafeBufferPointer { values in
            let first = values[Int(place[0])]
            let second = values[Int(place[1])]
            let third = values[Int(place[2])]
            let fourth = values[Int(place[3])]
            guard first | second | third | fourth < 16 else { return nil }
            return UInt32(first) << 12 | UInt32(second) << 8 | UInt32(third) << 4 | UInt32(fourth)
        }
    }
}
