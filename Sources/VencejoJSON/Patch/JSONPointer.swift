/// A place in a JSON value, as a text (RFC 6901): `/users/3/name`.
///
/// Names compare as Swift strings do, so `é` is one name however it is composed.
public struct JSONPointer: Sendable, Hashable {
    /// The steps from the top, without escapes; none for the whole value.
    public var tokens: [String]

    /// A place by its steps, unescaped.
    public init(tokens: [String]) { self.tokens = tokens }

    /// Reads a pointer (RFC 6901 section 3); nil for a text that is none.
    public init?(_ text: some StringProtocol) {
        guard let tokens = Self.tokens(text.utf8) else { return nil }
        self.tokens = tokens
    }

    /// Reads the form that stands in an address (RFC 6901 section 6): `#/users/3`.
    public init?(fragment: some StringProtocol) {
        let bytes = Array(fragment.utf8)
        guard bytes.first == UInt8(ascii: "#"), let plain = Self.percentDecoded(bytes.dropFirst()),
            let text = String(validating: plain, as: UTF8.self),
            let pointer = Self(text)
        else { return nil }
        self = pointer
    }

    /// The whole value.
    public static let root = JSONPointer(tokens: [])

    /// The place of a member or an element below this one.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

    /// The place of an element below this one.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// Whether a place lies inside this one.
    func contains(_ other: JSONPointer) -> Bool {
        other.tokens.count > tokens.count && other.tokens.starts(with: tokens)
    }

    /// A token as a position (RFC 6901 section 4): digits without a leading zero.
    static func position(_ token: String) -> Int? {
        let bytes = token.utf8
        guard let first = bytes.first, bytes.allSatisfy(JSONScanner.isDigit),
            first != 0x30 || bytes.count == 1
        else { return nil }
        return Int(token)
    }

    private static func tokens(_ text: some Sequence<UInt8>) -> [String]? {
        var tokens: [String] = []
        var token: [UInt8]?
        var escaped = false
        for byte in text {
            if escaped {
                // ~1 before ~0 would read `~01` as `/`: each escape is resolved where it stands.
                guard byte == 0x30 || byte == 0x31 else { return nil }
                token?.append(byte == 0x30 ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                escaped = false
            } else if byte == UInt8(ascii: "/") {
                if let token { tokens.append(String(decoding: token, as: UTF8.self)) }
                token = []
            } else if token == nil {
                return nil
            } else if byte == UInt8(ascii: "~") {
                escaped = true
            } else {
                token?.append(byte)
            }
        }
        if escaped { return nil }
        if let token { tokens.append(String(decoding: token, as: UTF8.self)) }
        return tokens
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "%") else {
                output.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < bytes.endIndex, let high = JSONScanner.hex(bytes[index + 1]),
                let low = JSONScanner.hex(bytes[index + 2])
            else { return nil }
            output.append(high << 4 | low)
            index += 3
        }
        return output
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The pointer as a text, its tokens escaped.
    public var description: String {
        tokens.map { token in
            "/" + token.replacing("~", with: "~0").replacing("/", with: "~1")
        }.joined()
    }

    /// The form that stands in an address (RFC 6901 section 6).
    public var fragment: String {
        var text = "#"
        for byte in description.utf8 {
            let letter = (0x61...0x7A).contains(byte | 0x20) || JSONScanner.isDigit(byte)
            if letter || "/~-._!$&'()*+,;=:@?".utf8.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }
}

extension JSONPointer: Codable {
    /// Reads the pointer from a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let pointer = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(JSONValue.string(text)) is not a JSON Pointer"
            )
        }
        self = pointer
    }

    /// Writes the pointer as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension JSONValue {
    /// The value at a place, or nil; `-` names no element that is there.
    public subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            switch value {
            case .object(let object):
                guard let member = object[token] else { return nil }
                value = member
            case .array(let array):
                guard let index = JSONPointer.position(token), array.indices.contains(index)
                else { return nil }
                value = array[index]
            default: return nil
            }
        }
        return value
    }
}
