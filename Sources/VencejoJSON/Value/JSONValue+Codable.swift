extension JSONValue: Codable {
    /// Reads any value, from any decoder.
    public init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: JSONKey.self) {
            var object = JSONObject()
            for key in keyed.allKeys {
                object.append(key.stringValue, try keyed.decode(JSONValue.self, forKey: key))
            }
            self = .object(object)
        } else if var unkeyed = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !unkeyed.isAtEnd { elements.append(try unkeyed.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
            return .number(number)
        }
        return .string(try container.decode(String.self))
    }

    /// Writes the value, to any encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: JSONKey.self)
            for (key, value) in object { try container.encode(value, forKey: JSONKey(key)) }
        default: try encode(scalar: encoder.singleValueContainer())
        }
    }

    private func encode(scalar container: any SingleValueEncodingContainer) throws {
        var container = container
        switch self {
        case .bool(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .number(let number):
            if let value = number.int {
                try container.encode(value)
            } else {
                try container.encode(number.double)
            }
        default: try container.encodeNil()
        }
    }
}

/// A key that can be any name or position.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { (stringValue, intValue) = (name, nil) }

    init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }

    static let parent = JSONKey("super")
}
