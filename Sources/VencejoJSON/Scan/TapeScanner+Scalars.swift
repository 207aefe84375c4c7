extension TapeScanner {
    /// A string: no control characters, known escapes, whole surrogate pairs, valid UTF-8.
    @inline(__always)
    mutating func string() -> Bool {
        let start = next + 1
        let end = end
        var place = start
        var flags = UInt64.tapeString
        while true {
            if end - place >= 8 {
                let special = Self.special(Self.load(place))
                if special == 0 {
                    place += 8
                    continue
                }
                place += special.trailingZeroBitCount >> 3
            }
            guard place < end else { return false }
            let byte = place.pointee
            if byte == UInt8(ascii: "\"") {
                append(UInt64(tape: start - base, place - start, flags))
                next = place + 1
                return true
            } else if byte >= 0x80 {
                flags |= .tapeWide
                guard Self.wide(&place, end) else { return false }
            } else if byte == UInt8(ascii: "\\") {
                flags |= .tapeEscaped
                guard Self.escape(&place, end) else { return false }
            } else if byte < 0x20 {
                return false
            } else {
                place += 1
            }
        }
    }

    @inline(__always)
    private static func load(_ place: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The top bit of each byte that ends a run of plain ASCII; exact up to the first such byte.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        stops(word) | word & (ones &* 0x80)
    }

    /// The top bit of each quote, backslash and control; exact up to the first such byte.
    @inline(__always)
    private static func stops(_ word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* 0x22)
        let slashes = word ^ (ones &* 0x5C)
        let controls = (word &- (ones &* 0x20)) & ~word
        let found = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | controls
        return found & (ones &* 0x80)
    }

    /// A run of text with characters beyond ASCII, up to a byte that is no text (RFC 3629).
    ///
    /// Those of two bytes, as most of Europe's letters are, are checked eight bytes at a step.
    @inline(__always)
    private static func wide(
        _ place: inout UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> Bool {
        while end - place >= 8 {
            var word = load(place)
            let stops = stops(word)
            var length = 8
            if stops != 0 {
                let bits = UInt64(truncatingIfNeeded: stops.trailingZeroBitCount & ~7)
                length = Int(truncatingIfNeeded: bits >> 3)
                word &= (1 << bits) &- 1
            }
            let high = word & (ones &* 0x80)
            let leads = high & word << 1
            // Longer characters, and the two leads of what one byte could say.
            let others = leads & (word << 2 | ~((word & (ones &* 0x1E)) &+ (ones &* 0x7E)))
            if others == 0, high & ~leads == leads << 8 {
                // A lead in the last byte is looked at again, with what follows it.
                place += length &- Int(truncatingIfNeeded: leads >> 63)
                if stops != 0 { return true }
            } else {
                place += high.trailingZeroBitCount >> 3
                guard multibyte(&place, end) else { return false }
            }
        }
        guard place < end, place.pointee >= 0x80 else { return true }
        return multibyte(&place, end)
    }

    /// Characters of two to four bytes, in their shortest form and no surrogates (RFC 3629).
    private static func multibyte(
        _ place: inout UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> Bool {
        repeat {
            let lead = place.pointee
            if lead & 0xE0 == 0xC0 {
                guard lead >= 0xC2, end - place >= 2, place[1] & 0xC0 == 0x80 else { return false }
                place += 2
            } else {
                let length = longer(place, end - place)
                guard length > 0 else { return false }
                place += length
            }
        } while place < end && place.pointee >= 0x80
        return true
    }

    /// The length of a character of three or four bytes; 0 for what is none.
    private static func longer(_ place: UnsafePointer<UInt8>, _ left: Int) -> Int {
        let lead = place[0]
        guard lead >= 0xE0, lead <= 0xF4, left >= (lead < 0xF0 ? 3 : 4) else { return 0 }
        let second = place[1]
        guard second & 0xC0 == 0x80, place[2] & 0xC0 == 0x80 else { return 0 }
        if lead < 0xF0 {
            return lead == 0xE0 && second < 0xA0 || lead == 0xED && second > 0x9F ? 0 : 3
        }
        guard place[3] & 0xC0 == 0x80 else { return 0 }
        return lead == 0xF0 && second < 0x90 || lead == 0xF4 && second > 0x8F ? 0 : 4
    }

    /// One escape, or a run of those by number.
    @inline(__always)
    private static func escape(
        _ place: inout UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> Bool {
        guard end - place >= 2 else { return false }
        switch place[1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            place += 2
            return true
        case UInt8(ascii: "u"): break
        default: return false
        }
        repeat {
            // Two at a time, as long as neither may be half a character.
            while end - place >= 12, Hex.begins(place), Hex.begins(place + 6),
                Hex.isPair(Hex.pair(place))
            { place += 12 }
            guard end - place >= 2, Hex.begins(place) else { return true }
            guard end - place >= 6, let first = Hex.unit(place + 2) else { return false }
            place += 6
            guard first & 0xF800 == 0xD800 else { continue }
            guard first & 0xFC00 == 0xD800, end - place >= 6, Hex.begins(place),
                let second = Hex.unit(place + 2),
                second & 0xFC00 == 0xDC00
            else { return false }
            place += 6
        } while end - place >= 6 && Hex.begins(place)
        return true
    }

    /// A number (RFC 8259 section 6).
    @inline(__always)
    mutating func number() -> Bool {
        let start = next
        let end = end
        var place = start
        var flags = UInt64.tapeNumber
        if place.pointee == UInt8(ascii: "-") { place += 1 }
        guard place < end else { return false }
        if place.pointee == UInt8(ascii: "0") {
            place += 1
        } else {
            guard Self.digits(&place, end) else { return false }
        }
        if place < end, place.pointee == UInt8(ascii: ".") {
            flags |= .tapeEscaped
            place += 1
            guard Self.digits(&place, end) else { return false }
        }
        if place < end, place.pointee | 0x20 == UInt8(ascii: "e") {
            flags |= .tapeEscaped
            place += 1
            if place < end, place.pointee == 0x2B || place.pointee == 0x2D { place += 1 }
            guard Self.digits(&place, end) else { return false }
        }
        append(UInt64(tape: start - base, place - start, flags))
        next = place
        return true
    }

    /// One digit at least.
    @inline(__always)
    private static func digits(
        _ place: inout UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> Bool {
        let start = place
        while end - place >= 8 {
            let word = load(place)
            let others = ((word &+ (ones &* 0x46)) | (word &- (ones &* 0x30))) & (ones &* 0x80)
            if others != 0 {
                place += others.trailingZeroBitCount >> 3
                return place > start
            }
            place += 8
        }
        while place < end, place.pointee &- 0x30 < 10 { place += 1 }
        return place > start
    }
}

/// The digits of `\u` escapes.
enum Hex {
    /// Whether an escape by number begins here.
    @inline(__always)
    static func begins(_ place: UnsafePointer<UInt8>) -> Bool {
        UnsafeRawPointer(place).loadUnaligned(as: UInt16.self) == UInt16(littleEndian: 0x755C)
    }

    /// The digits of two escapes that stand one behind the other.
    @inline(__always)
    static func pair(_ place: UnsafePointer<UInt8>) -> UInt64 {
        let first = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
        let second = UnsafeRawPointer(place + 8).loadUnaligned(as: UInt32.self)
        return first >> 16 & 0xFFFF_FFFF | UInt64(UInt32(littleEndian: second)) << 32
    }

    /// Whether these eight bytes are digits, and neither four of them may be half a character.
    @inline(__always)
    static func isPair(_ text: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = text & (ones &* 0x7F)
        let small = low | (ones &* 0x20)
        let digits = (low &+ (ones &* 0x50)) & ~(low &+ (ones &* 0x46))
        let letters = (small &+ (ones &* 0x1F)) & ~(small &+ (ones &* 0x19))
        guard (digits | letters) & ~text & (ones &* 0x80) == ones &* 0x80 else { return false }
        // A first digit of `d` may begin a surrogate.
        return small & 0xFF != 0x64 && small >> 32 & 0xFF != 0x64
    }

    /// The numbers of two escapes that have been checked, each in 16 bits of 32, bytes swapped.
    @inline(__always)
    static func checkedPair(_ text: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let values = (text & (ones &* 0x0F)) &+ (text >> 6 & ones) &* 9
        return (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
    }

    /// Four digits that have been checked.
    @inline(__always)
    static func checked(_ place: UnsafePointer<UInt8>) -> UInt32 {
        let text = UInt32(
            littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self)
        )
        return unit((text & 0x0F0F_0F0F) &+ (text >> 6 & 0x0101_0101) &* 9)
    }

    /// Four digits at once; nil when one of them is none.
    @inline(__always)
    static func unit(_ place: UnsafePointer<UInt8>) -> UInt32? {
        let text = UInt32(
            littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self)
        )
        // Letters are nine more than their low four bits; the text is made again to check it.
        let values = (text & 0x0F0F_0F0F) &+ (text >> 6 & 0x0101_0101) &* 9
        let letters = (values &+ 0x7676_7676) >> 7 & 0x0101_0101
        let again = values &+ 0x3030_3030 &+ letters &* 0x27
        guard values & 0xF0F0_F0F0 == 0, text | letters << 5 == again else { return nil }
        return unit(values)
    }

    /// The first digit in the lowest byte, and so on.
    @inline(__always)
    private static func unit(_ values: UInt32) -> UInt32 {
        let pairs = (values << 4 | values >> 8) & 0x00FF_00FF
        return (pairs & 0xFF) << 8 | pairs >> 16
    }
}
