import VencejoJSON

/// The conversions of ECMAScript that json-server's comparisons rest on.
enum ScriptText: Sendable {
    /// `value.toString()`; nil for `null`.
    static func text(_ value: JSONValue) -> String? {
        switch value {
        case .null: nil
        case .bool(let flag): flag ? "true" : "false"
        case .number: numberText(value)
        case .string(let text): text
        case .array(let items): items.map { text($0) ?? "" }.joined(separator: ",")
        case .object: "[object Object]"
        }
    }

    /// `Number(value)`, NaN where it is no number.
    static func number(_ value: JSONValue) -> Double {
        switch value {
        case .null: 0
        case .bool(let flag): flag ? 1 : 0
        case .number: value.doubleValue ?? .nan
        case .string(let text): number(text)
        case .array, .object: number(text(value) ?? "")
        }
    }

    /// `Number(text)`.
    static func number(_ text: String) -> Double {
        let trimmed = text.trimmingBlanks
        if trimmed.isEmpty { return 0 }
        let allowed = trimmed.utf8.allSatisfy {
            (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0)
        }
        return allowed ? Double(trimmed) ?? .nan : .nan
    }

    /// `parseInt(text, 10)`, held within what an index can be; nil for NaN.
    static func integer(_ text: String) -> Int? {
        var rest = text.trimmingBlanks
        let isNegative = rest.hasPrefix("-")
        if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
        let digits = rest.utf8.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits where value < 1_000_000_000_000 {
            value = value * 10 + Int(digit - 0x30)
        }
        return isNegative ? -value : value
    }

    /// Whether a value counts as false.
    static func isFalsy(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .bool(let flag): !flag
        case .number: (value.doubleValue ?? 0).isZero
        case .string(let text): text.isEmpty
        case .array, .object: false
        }
    }

    /// Less, equal or greater by `<` and `>`; nil when neither holds and they are not equal.
    static func compare(_ left: JSONValue, _ right: JSONValue) -> Int? {
        if let left = primitiveText(left), let right = primitiveText(right) {
            return compare(left, right)
        }
        let left = number(left)
        let right = number(right)
        if left < right { return -1 }
        if left > right { return 1 }
        return left == right ? 0 : nil
    }

    /// Texts are compared by UTF-16 code units.
    static func compare(_ left: String, _ right: String) -> Int {
        if left == right { return 0 }
        return left.utf16.lexicographicallyPrecedes(right.utf16) ? -1 : 1
    }

    /// The text that a comparison sees; nil for what compares as a number.
    private static func primitiveText(_ value: JSONValue) -> String? {
        switch value {
        case .string, .array, .object: text(value)
        case .null, .bool, .number: nil
        }
    }

    private static func numberText(_ value: JSONValue) -> String {
        guard let double = value.doubleValue else { return "NaN" }
        if let whole = Int(exactly: double), whole.magnitude < 1 << 53 { return String(whole) }
        return double.description
    }
}

extension String {
    /// The text without blanks and line ends around it.
    var trimmingBlanks: Substring {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
