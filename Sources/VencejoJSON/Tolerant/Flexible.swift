/// A member that may be written in another type: a number in quotes, an identifier as a number.
///
///     struct Item: Codable {
///         @Flexible var id: String      // 12 and "12"
///         @Flexible var price: Double   // 9.5 and "9.5"
///         @Flexible var inStock: Bool   // true, "true", 1, "yes"
///         @Flexible var count: Int?     // 3, "3", null, "" and absent
///     }
///
/// Written is the type itself.
@propertyWrapper
public struct Flexible<Value: FlexibleValue> {
    /// The value.
    public var wrappedValue: Value

    /// A value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// What can be read from other types than its own.
public protocol FlexibleValue: Codable {
    /// The value that a JSON value stands for; nil when it stands for none.
    static func flexible(_ value: JSONValue) -> Self?
}

extension FlexibleValue where Self: FixedWidthInteger {
    /// A whole number, in quotes or not.
    public static func flexible(_ value: JSONValue) -> Self? { number(value)?.integer() }
}

/// The number that a value stands for, in quotes or not.
private func number(_ value: JSONValue) -> JSONNumber? {
    switch value {
    case .number(let number): return number
    case .string(let text):
        let blank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        var scalars = text.unicodeScalars[...].drop(while: blank)
        while let last = scalars.last, blank(last) { scalars.removeLast() }
        return JSONNumber(String(scalars.first == "+" ? scalars.dropFirst() : scalars))
    default: return nil
    }
}

extension Int: FlexibleValue {}
extension Int8: FlexibleValue {}
extension Int16: FlexibleValue {}
extension Int32: FlexibleValue {}
extension Int64: FlexibleValue {}
extension UInt: FlexibleValue {}
extension UInt8: FlexibleValue {}
extension UInt16: FlexibleValue {}
extension UInt32: FlexibleValue {}
extension UInt64: FlexibleValue {}

extension Double: FlexibleValue {
    /// A number, in quotes or not.
    public static func flexible(_ value: JSONValue) -> Double? { number(value)?.double }
}

extension Float: FlexibleValue {
    /// A number, in quotes or not.
    public static func flexible(_ value: JSONValue) -> Float? {
        number(value).flatMap { Float($0.text) }.flatMap { $0.isFinite ? $0 : nil }
    }
}

extension Bool: FlexibleValue {
    /// A Boolean, one in quotes, 1 or 0, or yes or no.
    public static func flexible(_ value: JSONValue) -> Bool? {
        switch value {
        case .bool(let value): return value
        case .number(let number): return number.int.flatMap { [0: false, 1: true][$0] }
        case .string(let text):
            switch text.lowercased() {
            case "true", "1", "yes", "y", "on": return true
            case "false", "0", "no", "n", "off": return false
            default: return nil
            }
        default: return nil
        }
    }
}

extension String: FlexibleValue {
    /// A string, or the text of a number or a Boolean.
    public static func flexible(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let value): "\(value)"
        default: nil
        }
    }
}

extension Optional: FlexibleValue where Wrapped: FlexibleValue {
    /// A value, or nil for null and for an empty string that is no value.
    public static func flexible(_ value: JSONValue) -> Wrapped?? {
        if let wrapped = Wrapped.flexible(value) { return .some(wrapped) }
        return value.isNull || value == .string("") ? .some(nil) : nil
    }
}

extension Flexible: Decodable {
    /// Reads the value from its own type or another.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer().decode(JSONValue.self)
        guard let flexible = Value.flexible(value) else {
            throw DecodingError.typeMismatch(
                Value.self,
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "expected \(Value.self) in some form, "
                        + "found \(DecodeState.quoted(value))"
                )
            )
        }
        wrappedValue = flexible
    }
}

extension DecodeState {
    /// A value for people, cut short.
    fileprivate static func quoted(_ value: JSONValue) -> String {
        if let text = value.stringValue { return quoted(text) }
        return value.arrayValue != nil || value.objectValue != nil
            ? value.kindName : value.serialized()
    }
}

extension Flexible: Encodable {
    /// Writes the value in its own type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Flexible: Sendable where Value: Sendable {}
extension Flexible: Equatable where Value: Equatable {}
extension Flexible: Hashable where Value: Hashable {}

extension KeyedDecodingContainer {
    /// Reads an optional member; nil when it is absent.
    public func decode<Value: FlexibleValue>(
        _ type: Flexible<Value?>.Type,
        forKey key: Key
    ) throws -> Flexible<Value?> {
        try decodeIfPresent(type, forKey: key) ?? Flexible(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Writes an optional member, or nothing when it is nil.
    public mutating func encode<Value: FlexibleValue>(
        _ value: Flexible<Value?>,
        forKey key: Key
    ) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
