/// Numbers that are the same in every run (SplitMix64).
struct Dice {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func roll(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func roll(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + roll(range.count)
    }

    mutating func pick<T>(_ values: [T]) -> T { values[roll(values.count)] }

    /// True so many times in a hundred.
    mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }
}

/// Words, names and dates that the payloads are made of.
enum PayloadText {
    static let given = [
        "Ada", "Lucía", "Martín", "Sofía", "Hugo", "Valeria", "Íñigo", "Noa", "Bruno", "Elena",
    ]
    static let family = [
        "Lovelace", "García", "Fernández", "Núñez", "Iglesias", "Ortega", "Peña", "Vidal",
    ]
    static let cities = ["Madrid", "Bogotá", "Quito", "Málaga", "Lima", "Rosario", "Monterrey"]
    static let words = [
        "el", "vencejo", "vuela", "sin", "posarse", "años", "enteros", "y", "duerme", "mientras",
        "planea", "sobre", "la", "ciudad", "con", "sus", "alas", "de", "guadaña", "aunque", "el",
        "cielo", "esté", "nublado", "qué", "más", "da", "mañana", "volverá", "al", "tejado", "niño",
    ]
    static let emoji = ["😀", "🚀", "👩‍💻", "🇪🇸", "❤️", "🐦"]

    static func sentence(_ dice: inout Dice, _ count: Int) -> String {
        var text = ""
        for index in 0..<count {
            if index > 0 { text += dice.chance(8) ? ", " : " " }
            text += dice.pick(words)
        }
        return text + "."
    }

    static func date(_ dice: inout Dice) -> String {
        let clock = "\(two(dice.roll(24))):\(two(dice.roll(60))):\(two(dice.roll(60)))Z"
        let month = two(dice.roll(1...12))
        return "\(dice.roll(2015...2026))-\(month)-\(two(dice.roll(1...28)))T\(clock)"
    }

    static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    /// A string in quotes, with the escapes that JSON needs, or with all of it escaped.
    static func quoted(_ text: String, escapingAll: Bool = false) -> String {
        if escapingAll { return "\"\(text.utf16.map(escape).joined())\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
