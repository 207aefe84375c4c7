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
                guard Self.multibyte(&place, end) else { return false }
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
            guard end - place >= 6, let first = Hex.unit(place + 2) else { return false }
            place += 6
            guard first & 0xF800 == 0xD800 else { continue }
            guard first & 0xFC00 == 0xD800, end - place >= 6, place[0] == UInt8(ascii: "\\"),
                place[1] == UInt8(ascii: "u"), let second = Hex.unit(place + 2),
                second & 0xFC00 == 0xDC00
            else { return false }
            place += 6
        } while end - place >= 6 && place[0] == UInt8(ascii: "\\")
            && place[1] == UInt8(ascii: "u")
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
        while place < end, place.pointee &- 0x30 < 10 { place += 1 }
        return place > start
    }
}

/// The digits of `\u` escapes.
enum Hex {
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
        let pairs = (values << 4 | values >> 8) & 0x00FF_00FF
        return (pairs & 0xFF) << 8 | pairs >> 16
    }
}
