/// A bare item of a structured field: a value without parameters (RFC 9651 §3.3).
public enum StructuredValue: Hashable, Sendable {
    /// At most fifteen digits.
    case integer(Int)
    /// At most twelve digits before the point and three after it.
    case decimal(Double)
    /// Printable ASCII, in quotes on the wire.
    case string(String)
    /// A short word without quotes.
    case token(String)
    /// Bytes, written in Base64.
    case bytes([UInt8])
    case bool(Bool)
    /// Seconds since 1970, without leap seconds.
    case date(Int)
    /// Any text, written in percent-encoded UTF-8.
    case display(String)
}

extension StructuredValue {
    /// The number, if this is an integer.
    public var intValue: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The number, if this is an integer or a decimal.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .decimal(let value): value
        default: nil
        }
    }

    /// The text of a string, a token or a display string.
    public var text: String? {
        switch self {
        case .string(let value), .token(let value), .display(let value): value
        default: nil
        }
    }

    /// The Boolean, if this is one.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }
}

extension StructuredValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByStringLiteral
{
    public init(integerLiteral value: Int) { self = .integer(value) }

    public init(floatLiteral value: Double) { self = .decimal(value) }

    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A string, never a token.
    public init(stringLiteral value: String) { self = .string(value) }
}
