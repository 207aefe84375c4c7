/// Any JSON value, with the order of members and the text of numbers kept.
public enum JSONValue: Sendable, Hashable {
    /// The value `null`.
    case null
    /// The value `true` or `false`.
    case bool(Bool)
    /// A number, with its text.
    case number(JSONNumber)
    /// A string, without its escapes.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, with its members in order.
    case object(JSONObject)
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// The value `null`.
    public init(nilLiteral: ()) { self = .null }

    /// The value `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

    /// A number; `null` when the literal is too large for a double.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(Self.number) ?? .null }

    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object, with its members in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements))
    }
}

extension JSONValue {
    /// A whole number.
    public static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The string, if this is one.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The Boolean, if this is one.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, if this is one.
    public var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The whole number, if this is one that fits `Int`.
    public var intValue: Int? { numberValue?.int }

    /// The number as the nearest double, if this is one.
    public var doubleValue: Double? { numberValue?.double }

    /// The elements, if this is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if this is an object.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// A member's value; setting turns what is no object into one.
    public subscript(key: String) -> JSONValue? {
        get { objectValue?[key] }
        set {
            var object = objectValue ?? JSONObject()
            // With two holders the members would be copied for each change.
            self = .null
            object[key] = newValue
            self = .object(object)
        }
    }

    /// An element, nil when this is no array or has none there; setting beyond it does nothing.
    public subscript(index: Int) -> JSONValue? {
        get {
            guard let array = arrayValue, array.indices.contains(index) else { return nil }
            return array[index]
        }
        set {
            guard case .array(var array) = self, array.indices.contains(index) else { return }
            self = .null
            if let newValue { array[index] = newValue } else { array.remove(at: index) }
            self = .array(array)
        }
    }

    /// What kind of value this is, in JSON's words.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
