/// Dates as services really send them.
///
/// Read are, with any date of the Gregorian calendar:
/// - `2024-02-29T12:30:00Z`, with a fraction of any length after `.` or `,`;
/// - a blank or `t` for `T`, `z`, ` UTC` or ` GMT` for `Z`;
/// - offsets as `+02:00`, `+0200` and `+02`, with a blank before them or without;
/// - no seconds: `2024-02-29T12:30Z`; no separators: `20240229T123000Z`;
/// - the date alone, which is its midnight;
/// - seconds or milliseconds since 1970, as a number or as digits in a string of nine or more.
public struct DateTolerance: Sendable, Hashable {
    /// The offset of times without a zone, in seconds east of Greenwich; nil refuses them.
    public var offsetWithoutZone: Int?

    /// Takes all forms; times without a zone only where an offset is given for them.
    public init(offsetWithoutZone: Int? = nil) { self.offsetWithoutZone = offsetWithoutZone }

    /// A number of this size and more counts milliseconds: as such it is March 1973.
    static let firstMilliseconds = 1e11

    /// Seconds since 1970 for a number in seconds or milliseconds.
    func seconds(_ number: Double) -> Double {
        abs(number) >= Self.firstMilliseconds ? number / 1000 : number
    }

    /// Seconds since 1970 for a text; nil for one that is no date.
    func seconds(_ text: String) -> Double? {
        var text = DateScanner(text)
        if let number = text.number() { return seconds(number) }
        guard let date = text.date() else { return nil }
        if text.isAtEnd {
            return Timestamp.parse("\(date)T00:00:00Z").map { $0 - Double(offsetWithoutZone ?? 0) }
        }
        guard let time = text.time() else { return nil }
        if let zone = text.zone() {
            return text.isAtEnd ? Timestamp.parse("\(date)T\(time)\(zone)") : nil
        }
        guard text.isAtEnd, let offset = offsetWithoutZone else { return nil }
        return Timestamp.parse("\(date)T\(time)Z").map { $0 - Double(offset) }
    }
}

/// Reads the parts of a date and spells each as RFC 3339 does.
private struct DateScanner {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Digits alone, nine or more: fewer may be a date without separators.
    func number() -> Double? {
        let sign = rest.first == UInt8(ascii: "-") ? 1 : 0
        guard rest.dropFirst(sign).prefix(while: JSONScanner.isDigit).count >= 9,
            JSONScanner.isNumber(Array(rest))
        else { return nil }
        return Double(String(decoding: rest, as: UTF8.self))
    }

    /// `2024-02-29` or `20240229`.
    mutating func date() -> String? {
        guard let year = digits(4) else { return nil }
        let dash = skip("-")
        guard let month = digits(2), skip("-") == dash, let day = digits(2) else { return nil }
        return "\(year)-\(month)-\(day)"
    }

    /// `T12:30:00.25`, `T1230` and the like.
    mutating func time() -> String? {
        guard skip("T") || skip("t") || skip(" "), let hour = digits(2) else { return nil }
        let colon = skip(":")
        guard let minute = digits(2) else { return nil }
        guard colon ? skip(":") : JSONScanner.isDigit(rest.first ?? 0)
        else { return "\(hour):\(minute):00" }
        guard let second = digits(2) else { return nil }
        guard skip(".") || skip(",") else { return "\(hour):\(minute):\(second)" }
        let fraction = rest.prefix(while: JSONScanner.isDigit)
        rest = rest.dropFirst(fraction.count)
        guard !fraction.isEmpty else { return nil }
        return "\(hour):\(minute):\(second).\(String(decoding: fraction, as: UTF8.self))"
    }

    /// `Z`, `+02:00`, `+0200`, `+02`, ` UTC`; nil when there is none of them.
    mutating func zone() -> String? {
        _ = skip(" ")
        if skip("Z") || skip("z") || skip("UTC") || skip("GMT") { return "Z" }
        let sign = skip("+") ? "+" : "-"
        guard sign == "+" || skip("-"), let hours = digits(2) else { return nil }
        let colon = skip(":")
        if !colon, rest.isEmpty { return "\(sign)\(hours):00" }
        return digits(2).map { "\(sign)\(hours):\($0)" }
    }

    private mutating func digits(_ count: Int) -> String? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(JSONScanner.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return String(decoding: digits, as: UTF8.self)
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }
}
