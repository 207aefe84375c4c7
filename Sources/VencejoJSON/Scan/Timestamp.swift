/// Date and time in RFC 3339's profile of ISO 8601, as seconds since 1970.
package enum Timestamp {
    /// Reads `2024-02-29T12:30:00.25+02:00`; nil for anything else, and for days that are none.
    package static func parse(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D,
            bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20, bytes[13] == 0x3A,
            bytes[16] == 0x3A,
            let year = number(bytes, 0, 4), let month = number(bytes, 5, 2),
            let day = number(bytes, 8, 2), let hour = number(bytes, 11, 2),
            let minute = number(bytes, 14, 2), let second = number(bytes, 17, 2),
            (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var position = 19
        guard let fraction = fraction(bytes, &position), let offset = offset(bytes, &position),
            position == bytes.count
        else { return nil }
        let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
        // RFC 3339 section 5.7: a leap second is the last of a day, in UTC.
        if second == 60, (seconds % 86_400) != 0 { return nil }
        return Double(seconds) + fraction
    }

    /// Reads the twenty bytes `2024-02-29T12:30:00Z`; nil for anything else.
    @inline(__always)
    static func seconds(_ text: UnsafePointer<UInt8>) -> Double? {
        var digits: UInt8 = 0
        func pair(_ place: Int) -> Int {
            let (tens, units) = (text[place] &- 0x30, text[place + 1] &- 0x30)
            digits |= tens > 9 || units > 9 ? 0x80 : 0
            return Int(tens) &* 10 &+ Int(units)
        }
        let year = pair(0) &* 100 &+ pair(2)
        let (month, day, hour) = (pair(5), pair(8), pair(11))
        let (minute, second) = (pair(14), pair(17))
        guard digits == 0, text[4] == 0x2D, text[7] == 0x2D,
            text[10] == UInt8(ascii: "T"), text[13] == 0x3A, text[16] == 0x3A,
            text[19] == UInt8(ascii: "Z"), month >= 1, month <= 12, day >= 1,
            day <= length(ofMonth: month, year), hour < 24, minute < 60, second < 60
        else { return nil }
        let time = hour * 3600 + minute * 60 + second
        return Double(days(year, month, day) * 86_400 + time)
    }

    /// Writes seconds since 1970 in UTC, with milliseconds when there are any.
    package static func format(_ time: Double) -> String? {
        guard time.isFinite, time >= -62_167_219_200, time < 253_402_300_800 else { return nil }
        let total = Int((time * 1000).rounded())
        let (seconds, milliseconds) = (floor(total, 1000), total - floor(total, 1000) * 1000)
        let (days, rest) = (floor(seconds, 86_400), seconds - floor(seconds, 86_400) * 86_400)
        let (year, month, day) = date(days)
        let clock = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
        let part = milliseconds == 0 ? "" : ".\(three(milliseconds))"
        return "\(two(year / 100))\(two(year % 100))-\(two(month))-\(two(day))T\(clock)\(part)Z"
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
        guard start + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[start..<start + count] {
            guard JSONScanner.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    private static func fraction(_ bytes: [UInt8], _ position: inout Int) -> Double? {
        guard position < bytes.count, bytes[position] == 0x2E
        else { return 0 }
        let start = position
        position += 1
        while position < bytes.count, JSONScanner.isDigit(bytes[position]) { position += 1 }
        guard position > start + 1 else { return nil }
        return Double("0." + String(decoding: bytes[start + 1..<position], as: UTF8.self))
    }

    /// Seconds east of Greenwich: `Z` or `+02:00`.
    private static func offset(_ bytes: [UInt8], _ position: inout Int) -> Int? {
        guard position < bytes.count else { return nil }
        let sign = bytes[position]
        position += 1
        if sign | 0x20 == UInt8(ascii: "z") { return 0 }
        guard sign == 0x2B || sign == 0x2D, let hours = number(bytes, position, 2), hours < 24
        else { return nil }
        guard position + 2 < bytes.count, bytes[position + 2] == 0x3A,
            let minutes = number(bytes, position + 3, 2), minutes < 60
        else { return nil }
        position += 5
        let seconds = hours * 3600 + minutes * 60
        return sign == 0x2D ? -seconds : seconds
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970 in the Gregorian calendar, counted from March.
    @inline(__always)
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floor(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    static func date(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = floor(shifted, 146_097)
        let day = shifted - era * 146_097
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civil = month < 10 ? month + 3 : month - 9
        return (
            year + era * 400 + (civil <= 2 ? 1 : 0), civil, dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func three(_ value: Int) -> String {
        value < 100 ? "0\(two(value))" : "\(value)"
    }
}
