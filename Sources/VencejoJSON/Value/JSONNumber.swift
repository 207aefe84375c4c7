/// A JSON number that keeps the text it was written with.
///
/// Two numbers are equal when their exact decimal values are: `1.0` equals `1` and `10e-1`.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number as it was written, such as `1.0`.
    public let text: String

    /// A number whose grammar has been checked.
    package init(checked text: String) { self.text = text }

    /// Reads a number in JSON's grammar (RFC 8259 section 6); nil for any other text.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard JSONScanner.isNumber(bytes) else { return nil }
        self.text = String(text)
    }

    /// An integer.
    public init(_ value: some BinaryInteger) { text = String(value) }

    /// A finite double in its shortest form; nil for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// The number as a whole `Int`, when it is one (`1.0` and `1e3` are) and fits.
    public var int: Int? { integer() }

    /// The number as a whole integer of any width, when it is one and fits.
    public func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
        if let plain = T(text) { return plain }
        return decimal.integer()
    }

    /// The nearest double; nil when the number is too large for one.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The exact decimal value.
    package var decimal: JSONDecimal { JSONDecimal(checked: text.utf8) }

    /// The number as it was written.
    public var description: String { text }

    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || left.decimal == right.decimal
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(decimal) }
}
