/// A moment as HTTP writes it, to the second (RFC 9110 §5.6.7).
///
///     HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT")?.secondsSince1970   // 784111777
///     HTTPDate(secondsSince1970: 0).description       // Thu, 01 Jan 1970 00:00:00 GMT
public struct HTTPDate: Hashable, Sendable, Comparable {
    /// Seconds since the beginning of 1970 in UTC; leap seconds do not count.
    public let secondsSince1970: Int

    /// A moment of the years 0 to 9999: others are moved to the nearest end.
    public init(secondsSince1970: Int) {
        self.secondsSince1970 = min(max(secondsSince1970, Self.earliest), Self.latest)
    }

    public static func < (left: HTTPDate, right: HTTPDate) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// 0000-01-01T00:00:00Z.
    private static let earliest = -62_167_219_200
    /// 9999-12-31T23:59:59Z.
    private static let latest = 253_402_300_799
}

extension HTTPDate {
    /// Reads the one form of today and the two of former times; all else is no date.
    ///
    /// - Parameters:
    ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    ///     `Sun Nov  6 08:49:37 1994`.
    ///   - now: Seconds since 1970, for years of two digits: what seems to lie more than 50 years
    ///     ahead is of the century before.
    public init?(_ text: String, now: Int = 1_767_225_600) {
        if let seconds = Self.fixedForm(text) {
            self.init(secondsSince1970: seconds)
            return
        }
        var reader = Reader(text)
        guard let seconds = reader.read(now: now) else { return nil }
        self.init(secondsSince1970: seconds)
    }

    /// Reads the form of today straight from its bytes, which is what nearly all dates are; nil
    /// where it is anything else, or might be.
    private static func fixedForm(_ text: String) -> Int? {
        guard text.utf8.count == 29 else { return nil }
        var text = text
        return text.withUTF8 { buffer in
            let bytes = unsafe Span(_unsafeElements: buffer)
            func number(_ start: Int, _ count: Int) -> Int? {
                var number = 0
                for index in start..<start + count {
                    let digit = bytes[index] &- 0x30
                    guard digit < 10 else { return nil }
                    number = number * 10 + Int(digit)
                }
                return number
            }
            func word(_ start: Int) -> UInt32 {
                UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8
                    | UInt32(bytes[start + 2])
            }
            guard bytes[3] == UInt8(ascii: ","), bytes[4] == 0x20, bytes[7] == 0x20,
                bytes[11] == 0x20, bytes[16] == 0x20, bytes[19] == UInt8(ascii: ":"),
                bytes[22] == UInt8(ascii: ":"), bytes[25] == 0x20, word(26) == 0x47_4D54,
                weekdayWords.contains(word(0)), let month = monthWords.firstIndex(of: word(8)),
                let day = number(5, 2), let year = number(12, 4), let hour = number(17, 2),
                let minute = number(20, 2), let second = number(23, 2), hour < 24, minute < 60,
                second <= 60
            else { return nil }
            let time = hour * 3600 + minute * 60 + second
            return seconds(year: year, month: month + 1, day: day, time: time)
        }
    }

    private static let weekdayWords: [UInt32] = weekdays.map(word)
    private static let monthWords: [UInt32] = months.map(word)

    private static func word(_ letters: String) -> UInt32 {
        letters.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads the same forms with letters of any case, as caches do (RFC 9111 §4.2).
    package init?(anyCase text: String, now: Int = 1_767_225_600) {
        if let date = HTTPDate(text, now: now) {
            self = date
            return
        }
        var words: [UInt8] = []
        var isInWord = false
        for byte in text.utf8 {
            let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            words.append(isLetter ? (isInWord ? byte | 0x20 : byte & 0xDF) : byte)
            isInWord = isLetter
        }
        let tidy = String(decoding: words, as: UTF8.self).replacing(" Gmt", with: " GMT")
        self.init(tidy, now: now)
    }

    private struct Reader {
        private var scanner: FieldScanner

        init(_ text: String) {
            scanner = FieldScanner(text.trimmingBlanks)
        }

        mutating func read(now: Int) -> Int? {
            let name = letters()
            let seconds: Int?
            if HTTPDate.weekdays.contains(name) {
                seconds = scanner.take(",") ? fixed() : asctime()
            } else if HTTPDate.longWeekdays.contains(name) {
                seconds = obsolete(now: now)
            } else {
                return nil
            }
            return scanner.isAtEnd ? seconds : nil
        }

        // " 06 Nov 1994 08:49:37 GMT"
        private mutating func fixed() -> Int? {
            guard take(" "), let day = number(2), take(" "), let month = month(), take(" "),
                let year = number(4), take(" "), let time = time(), take(" "), letters() == "GMT"
            else { return nil }
            return HTTPDate.seconds(year: year, month: month, day: day, time: time)
        }

        // ", 06-Nov-94 08:49:37 GMT"
        private mutating func obsolete(now: Int) -> Int? {
            guard take(","), take(" "), let day = number(2), take("-"), let month = month(),
                take("-"), let short = number(2), take(" "), let time = time(), take(" "),
                letters() == "GMT"
            else { return nil }
            let thisYear = HTTPDate.civil(now.floorDivided(by: 86_400)).year
            let year = thisYear - thisYear % 100 + short
            let candidate = HTTPDate.seconds(year: year, month: month, day: day, time: time)
            guard year >= thisYear + 50 else { return candidate }
            let limit = year - thisYear > 50 ? Int.min : HTTPDate.fiftyYears(after: now)
            if let candidate, candidate <= limit { return candidate }
            return HTTPDate.seconds(year: year - 100, month: month, day: day, time: time)
        }

        // " Nov  6 08:49:37 1994"
        private mutating func asctime() -> Int? {
            guard take(" "), let month = month(), take(" "), let day = number(take(" ") ? 1 : 2),
                take(" "), let time = time(), take(" "), let year = number(4)
            else { return nil }
            return HTTPDate.seconds(year: year, month: month, day: day, time: time)
        }

        /// Seconds of the day; the sixtieth second is that of a leap second.
        private mutating func time() -> Int? {
            guard let hour = number(2), take(":"), let minute = number(2), take(":"),
                let second = number(2), hour < 24, minute < 60, second <= 60
            else { return nil }
            return hour * 3600 + minute * 60 + second
        }

        private mutating func month() -> Int? {
            HTTPDate.months.firstIndex(of: letters()).map { $0 + 1 }
        }

        private mutating func letters() -> String {
            scanner.text { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
        }

        private mutating func number(_ count: Int) -> Int? {
            let digits = scanner.text { 0x30...0x39 ~= $0 }
            return digits.utf8.count == count ? Int(digits) : nil
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            scanner.take(character)
        }
    }
}

extension HTTPDate: CustomStringConvertible {
    /// The only form that may be sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        let days = secondsSince1970.floorDivided(by: 86_400)
        let time = secondsSince1970 - days * 86_400
        let date = Self.civil(days)
        let weekday = Self.weekdays[((days + 4) % 7 + 7) % 7]
        let clock = [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0, 2) }
        return "\(weekday), \(Self.padded(date.day, 2)) \(Self.months[date.month - 1]) "
            + "\(Self.padded(date.year, 4)) \(clock.joined(separator: ":")) GMT"
    }

    /// The basic form of ISO 8601, as signatures use it: `19941106T084937Z`.
    package var basicFormat: String {
        let days = secondsSince1970.floorDivided(by: 86_400)
        let time = secondsSince1970 - days * 86_400
        let date = Self.civil(days)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0, 2) }.joined()
        return Self.padded(date.year, 4) + Self.padded(date.month, 2) + Self.padded(date.day, 2)
            + "T" + clock + "Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
    }
}

extension HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longWeekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func seconds(year: Int, month: Int, day: Int, time: Int) -> Int? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        guard 1...length ~= day else { return nil }
        return days(year: year, month: month, day: day) * 86_400 + time
    }

    private static func fiftyYears(after now: Int) -> Int {
        let today = now.floorDivided(by: 86_400)
        let date = civil(today)
        return days(year: date.year + 50, month: date.month, day: date.day) * 86_400
            + (now - today * 86_400)
    }

    /// Days since 1970; years begin in March here, so that the leap day is the last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let era = year.floorDivided(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let day = shifted - era * 146_097
        let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * march + 2) / 5 + 1
        )
    }
}

extension Int {
    fileprivate func floorDivided(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
