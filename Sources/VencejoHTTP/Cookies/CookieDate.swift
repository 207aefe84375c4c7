/// The moment that a cookie ends at, read as forgivingly as browsers do (RFC 6265 §5.1.1).
enum CookieDate: Sendable {
    /// Seconds since 1970; `nil` where the text names no moment.
    ///
    /// Day, month, year and time are found wherever they stand; zones and weekdays do not count.
    static func seconds(_ text: String) -> Int? {
        var parts = Parts()
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            parts.take(Array(token))
        }
        return parts.seconds
    }

    /// `delimiter` of RFC 6265 §5.1.1.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// What was found so far; each part is taken from the first token that fits.
    private struct Parts {
        private var time: Int?
        private var day: Int?
        private var month: Int?
        private var year: Int?
        private var isPossible = true

        mutating func take(_ token: [UInt8]) {
            if time == nil, let clock = Self.clock(token) {
                time = (clock[0] * 60 + clock[1]) * 60 + clock[2]
                isPossible = isPossible && clock[0] < 24 && clock[1] < 60 && clock[2] < 60
            } else if day == nil, let number = Self.number(token, digits: 1...2) {
                day = number
            } else if month == nil, let number = Self.month(token) {
                month = number
            } else if year == nil, let number = Self.number(token, digits: 2...4) {
                year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
            }
        }

        var seconds: Int? {
            guard isPossible, let time, let day, let month, let year, year >= 1601 else {
                return nil
            }
            return HTTPDate.seconds(year: year, month: month, day: day, time: time)
        }

        /// Digits at the beginning, as many as may be; what is no digit may follow.
        private static func number(_ token: some Sequence<UInt8>, digits: ClosedRange<Int>) -> Int?
        {
            let found = token.prefix { 0x30...0x39 ~= $0 }
            guard digits.contains(found.count) else { return nil }
            return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        private static func clock(_ token: [UInt8]) -> [Int]? {
            let fields = token.split(
                separator: UInt8(ascii: ":"),
                maxSplits: 2,
                omittingEmptySubsequences: false
            )
            guard fields.count == 3, fields[0].allSatisfy({ 0x30...0x39 ~= $0 }),
                fields[1].allSatisfy({ 0x30...0x39 ~= $0 })
            else { return nil }
            let numbers = fields.compactMap { number($0, digits: 1...2) }
            return numbers.count == 3 ? numbers : nil
        }

        private static func month(_ token: [UInt8]) -> Int? {
            guard token.count >= 3 else { return nil }
            let name = token.prefix(3).map { $0 | 0x20 }
            return HTTPDate.months.firstIndex { $0.utf8.map { $0 | 0x20 } == name }.map { $0 + 1 }
        }
    }
}
