extension Sheet {
    mutating func append(_ word: StaticString) {
        append(word.utf8Start, word.utf8CodeUnitCount)
    }

    @inline(__always)
    mutating func write(_ value: Bool) { append(value ? "true" as StaticString : "false") }

    /// Writes a string with the escapes that RFC 8259 section 7 asks for, and no others.
    @inline(__always)
    mutating func write(_ string: String) {
        var string = string
        string.withUTF8 { text in
            reserve(text.count + 10)
            append(UInt8(ascii: "\""))
            if let start = text.baseAddress { escape(start, start + text.count) }
            append(UInt8(ascii: "\""))
        }
    }

    /// Copies eight bytes at a step, up to the next that needs an escape.
    private mutating func escape(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        var next = start
        while true {
            var place = bytes + count
            while end - next >= 8 {
                let word = UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)
                UnsafeMutableRawPointer(place).storeBytes(of: word, as: UInt64.self)
                let special = special(UInt64(littleEndian: word))
                if special == 0 {
                    next += 8
                    place += 8
                    continue
                }
                next += special.trailingZeroBitCount >> 3
                place += special.trailingZeroBitCount >> 3
                break
            }
            while next < end, !needsEscape(next.pointee) {
                place.pointee = next.pointee
                place += 1
                next += 1
            }
            count = place - bytes
            guard next < end else { return }
            let escape = Self.escapes[Int(next.pointee)]
            next += 1
            reserve(end - next + 16)
            for shift in 0..<(escape.1 ? 6 : 2) {
                bytes[count] = UInt8(truncatingIfNeeded: escape.0 >> UInt64(shift * 8))
                count += 1
            }
        }
    }

    @inline(__always)
    private func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x2F && escapesSlashes
    }

    /// The top bit of each byte that needs an escape; exact up to the first of them.
    @inline(__always)
    private func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let slashes = word ^ (ones &* 0x5C)
        let controls = (word &- (ones &* 0x20)) & ~word
        var found = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | controls
        if escapesSlashes {
            let solidus = word ^ (ones &* 0x2F)
            found |= (solidus &- ones) & ~solidus
        }
        return found & (ones &* 0x80)
    }

    /// Each byte's escape as a word, and whether it is a long one.
    private static let escapes: [(UInt64, Bool)] = (0...255).map { (byte: UInt8) in
        let short: [UInt8: UInt8] = [
            0x08: 0x62, 0x09: 0x74, 0x0A: 0x6E, 0x0C: 0x66, 0x0D: 0x72, 0x22: 0x22, 0x2F: 0x2F,
            0x5C: 0x5C,
        ]
        if let letter = short[byte] { return (0x5C | UInt64(letter) << 8, false) }
        let digits = Array("0123456789abcdef".utf8)
        let (high, low) = (UInt64(digits[Int(byte >> 4)]), UInt64(digits[Int(byte & 15)]))
        return (0x3030_755C | high << 32 | low << 40, true)
    }

    @inline(__always)
    mutating func write(_ value: Int) {
        reserve(20)
        if value < 0 {
            bytes[count] = UInt8(ascii: "-")
            count += 1
        }
        write(digits: value.magnitude)
    }

    @inline(__always)
    mutating func write(digits value: UInt) {
        reserve(20)
        var rest = value
        var length = 1
        var limit: UInt = 10
        while length < 20, rest >= limit {
            length += 1
            let (product, over) = limit.multipliedReportingOverflow(by: 10)
            if over { break }
            limit = product
        }
        var place = bytes + count + length
        count += length
        repeat {
            place -= 1
            place.pointee = UInt8(truncatingIfNeeded: rest % 10) | 0x30
            rest /= 10
        } while rest > 0
    }

    /// Writes a number's shortest text, without the fraction of whole ones.
    mutating func write<F: BinaryFloatingPoint & LosslessStringConvertible>(shortest value: F) {
        var text = "\(value)"
        text.withUTF8 { text in
            guard let start = text.baseAddress else { return }
            let whole =
                text.count > 2 && text[text.count - 1] == 0x30 && text[text.count - 2] == 0x2E
            append(start, whole ? text.count - 2 : text.count)
        }
    }

    /// Writes seconds since 1970 as RFC 3339 text; false for a time that has no such text.
    mutating func write(timestamp time: Double) -> Bool {
        guard time.rounded(.down) == time, time >= 0, time < 253_402_300_800 else {
            guard let text = Timestamp.format(time) else { return false }
            write(text)
            return true
        }
        let (days, rest) = Int(time).quotientAndRemainder(dividingBy: 86_400)
        let (year, month, day) = Timestamp.date(days)
        reserve(22)
        let place = bytes + count
        func pair(_ offset: Int, _ value: Int, _ after: Unicode.Scalar) {
            place[offset] = UInt8(truncatingIfNeeded: value / 10) | 0x30
            place[offset + 1] = UInt8(truncatingIfNeeded: value % 10) | 0x30
            place[offset + 2] = UInt8(truncatingIfNeeded: after.value)
        }
        place[0] = UInt8(ascii: "\"")
        pair(1, year / 100, "-")
        pair(3, year % 100, "-")
        pair(6, month, "-")
        pair(9, day, "T")
        pair(12, rest / 3600, ":")
        pair(15, rest / 60 % 60, ":")
        pair(18, rest % 60, "Z")
        place[21] = UInt8(ascii: "\"")
        count += 22
        return true
    }
}
