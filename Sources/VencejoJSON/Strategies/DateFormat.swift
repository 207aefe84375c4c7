/// A fixed way to write dates: `dd/MM/yyyy HH:mm`.
///
/// Fields are `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss`, a run of `S` for the fraction, and `XXX` for an
/// offset such as `+02:00` or `Z`. `M`, `d` and `H` take one digit or two. Text between `'` and
/// every other character that is no letter stand for themselves. Names of months and days depend
/// on a language: use a formatter of Foundation for those.
public struct DateFormat: Sendable, Hashable {
    enum Field: Sendable, Hashable {
        case year, offset
        case number(Part, padded: Bool)
        case fraction(Int)
        case text(String)
    }

    enum Part: Int, Sendable, Hashable {
        case month = 5
        case day = 8
        case hour = 11
        case minute = 14
        case second = 17
    }

    /// The pattern, as it was given.
    public let pattern: String
    let fields: [Field]
    /// The offset of dates whose text says none, in seconds east of Greenwich.
    let offset: Int

    /// Reads a pattern; nil for one with other letters, or without a year, a month and a day.
    ///
    /// - Parameters:
    ///   - pattern: The fields and the text between them.
    ///   - offset: Seconds east of Greenwich, for patterns without `XXX`.
    public init?(_ pattern: String, offset: Int = 0) {
        guard let fields = Self.fields(pattern), fields.contains(.year), Self.has(.month, fields),
            Self.has(.day, fields)
        else { return nil }
        self.pattern = pattern
        self.fields = fields
        self.offset = offset
    }

    private static func has(_ part: Part, _ fields: [Field]) -> Bool {
        fields.contains(.number(part, padded: true))
            || fields.contains(.number(part, padded: false))
    }

    private static func fields(_ pattern: String) -> [Field]? {
        var fields: [Field] = []
        var rest = pattern[...]
        while let letter = rest.first {
            if letter == "'" {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: "'") else { return nil }
                fields.append(.text(end == rest.startIndex ? "'" : String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
                continue
            }
            let run = rest.prefix { $0 == letter }
            rest = rest.dropFirst(run.count)
            guard letter.isLetter else {
                fields.append(.text(String(run)))
                continue
            }
            guard let field = field(letter, run.count) else { return nil }
            fields.append(field)
        }
        return fields
    }

    private static func field(_ letter: Character, _ count: Int) -> Field? {
        switch (letter, count) {
        case ("y", 4): .year
        case ("M", 1...2): .number(.month, padded: count == 2)
        case ("d", 1...2): .number(.day, padded: count == 2)
        case ("H", 1...2): .number(.hour, padded: count == 2)
        case ("m", 2): .number(.minute, padded: true)
        case ("s", 2): .number(.second, padded: true)
        case ("S", 1...9): .fraction(count)
        case ("X", 3): .offset
        default: nil
        }
    }

    /// Seconds since 1970 for a text in this format; nil for any other.
    func seconds(_ text: String) -> Double? {
        var reader = DateReader(text)
        for field in fields where !reader.read(field) { return nil }
        guard reader.isAtEnd, let seconds = Timestamp.parse(reader.timestamp) else { return nil }
        return reader.zone == nil ? seconds - Double(offset) : seconds
    }

    /// The text for seconds since 1970; nil beyond the years 0 to 9999.
    func text(_ seconds: Double) -> String? {
        let zoned = fields.contains(.offset)
        let local = seconds + (zoned ? 0 : Double(offset))
        guard let stamp = Timestamp.format(local).map({ Array($0.utf8) }) else { return nil }
        func part(_ start: Int, _ count: Int) -> String {
            String(decoding: stamp[start..<start + count], as: UTF8.self)
        }
        return fields.map { field in
            switch field {
            case .year: return part(0, 4)
            case .number(let place, let padded):
                let text = part(place.rawValue, 2)
                return !padded && text.hasPrefix("0") ? String(text.dropFirst()) : text
            case .fraction(let count):
                let digits = stamp.count > 20 ? part(20, 3) : ""
                return String((digits + "000000000").prefix(count))
            case .offset: return "Z"
            case .text(let text): return text
            }
        }.joined()
    }
}

/// What has been read of a date in a fixed format.
private struct DateReader {
    private var rest: ArraySlice<UInt8>
    private var year = "0000"
    private var parts: [DateFormat.Part: String] = [:]
    private var fraction = "0"
    private(set) var zone: String?

    init(_ text: String) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    var timestamp: String {
        func part(_ part: DateFormat.Part) -> String { parts[part] ?? "00" }
        return "\(year)-\(part(.month))-\(part(.day))T"
            + "\(part(.hour)):\(part(.minute)):\(part(.second)).\(fraction)\(zone ?? "Z")"
    }

    mutating func read(_ field: DateFormat.Field) -> Bool {
        switch field {
        case .year: return digits(4...4).map { year = $0 } != nil
        case .number(let part, let padded):
            guard let text = digits(padded ? 2...2 : 1...2) else { return false }
            parts[part] = text.utf8.count == 1 ? "0" + text : text
            return true
        case .fraction(let count): return digits(count...count).map { fraction = $0 } != nil
        case .offset:
            let text = rest.prefix(rest.first.map { $0 | 0x20 } == UInt8(ascii: "z") ? 1 : 6)
            zone = String(decoding: text, as: UTF8.self)
            rest = rest.dropFirst(text.count)
            return !text.isEmpty
        case .text(let text):
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }
    }

    private mutating func digits(_ count: ClosedRange<Int>) -> String? {
        let digits = rest.prefix(count.upperBound).prefix(while: JSONScanner.isDigit)
        guard digits.count >= count.lowerBound else { return nil }
        rest = rest.dropFirst(digits.count)
        return String(decoding: digits, as: UTF8.self)
    }
}
