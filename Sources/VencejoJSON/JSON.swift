/// Turns JSON into values and values into JSON: a value itself, safe to share and cheap to copy.
///
/// Dates are ISO 8601 by default, `Data` is Base64, and keys are as the type spells them.
public struct JSON: Sendable {
    /// How names are spelt in the text.
    public var keys = KeyStrategy.useDefaultKeys
    /// How dates are written in the text.
    public var dates = DateStrategy.iso8601
    /// How `Data` is written in the text.
    public var data = DataStrategy.base64
    /// What becomes of infinities and NaN, which JSON has no numbers for.
    public var nonConformingFloats = NonConformingFloats.reject
    /// Members whose values no error shows.
    public var secrets = SecretNames.usual
    /// What types may ask their decoder or encoder for.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The names around every value that is read, such as `data.items`; nothing is, when empty.
    public var envelope = ""
    /// Whether a text may be the members of an object without its braces.
    public var assumesTopLevelDictionary = false
    /// Whether text is written with one element or member a line.
    public var pretty = false
    /// Whether members are written by name instead of in their own order.
    public var sortedKeys = false
    /// Whether `/` is written as itself, not as `\/`.
    public var withoutEscapingSlashes = true

    /// A coder with the defaults, or with other keys and dates.
    public init(keys: KeyStrategy = .useDefaultKeys, dates: DateStrategy = .iso8601) {
        self.keys = keys
        self.dates = dates
    }
}

extension JSON {
    /// How `Data` is written in JSON.
    public enum DataStrategy: Sendable {
        /// A Base64 string (RFC 4648 section 4).
        case base64
        /// A Base64 string for URLs, padded or not (RFC 4648 section 5); written without padding.
        case base64URL
        /// As the type does it: an array of numbers.
        case deferred
        /// A string of your own; nil for one that is no data.
        case custom(
            parse: @Sendable (String) -> [UInt8]?,
            format: @Sendable ([UInt8]) -> String
        )
    }

    /// What becomes of infinities and NaN.
    public enum NonConformingFloats: Sendable {
        /// An error.
        case reject
        /// These strings.
        case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
}

extension JSON {
    /// Reads a value from a JSON text.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8]
    ) throws(JSONError) -> T {
        if !envelope.isEmpty { return try decode(type, from: bytes, at: envelope) }
        let state = DecodeState.take(keys)
        defer { state.giveBack(keys) }
        do throws(JSONError) {
            return try state.decode(type, braced(bytes), self)
        } catch {
            guard let text = error.transcoded(bytes) else { throw error.about(type) }
            do throws(JSONError) {
                return try state.decode(type, text, self)
            } catch {
                throw error.about(type)
            }
        }
    }

    /// Reads a value from a JSON text, in any collection of bytes.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>
    ) throws(JSONError) -> T {
        try decode(type, from: [UInt8](bytes))
    }

    /// Reads a value from a JSON text.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String
    ) throws(JSONError) -> T {
        try decode(type, from: [UInt8](text.utf8))
    }

    /// Reads a value from a JSON value.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from value: JSONValue
    ) throws(JSONError) -> T {
        try decode(type, from: value.serializedBytes())
    }

    /// Writes a value as JSON text, in UTF-8.
    public func encode<T: Encodable>(_ value: T) throws(JSONError) -> [UInt8] {
        if !pretty, !sortedKeys {
            let state = StreamState.take(keys)
            defer { state.giveBack(keys) }
            if let bytes = try state.encode(value, self) { return bytes }
        }
        var writer = JSONWriter(
            indent: pretty ? 2 : nil,
            sortedKeys: sortedKeys,
            escapingSlashes: !withoutEscapingSlashes
        )
        writer.write(try encodeToValue(value))
        return writer.bytes
    }

    /// Writes a value as a JSON value, its members in the order the type writes them.
    public func encodeToValue<T: Encodable>(_ value: T) throws(JSONError) -> JSONValue {
        let state = EncodeState(self)
        do {
            guard let result = try state.encode(value, at: nil) else {
                var error = JSONError(kind: .encoding)
                error.reason = "\(T.self) did not write any value"
                throw error
            }
            return result
        } catch {
            throw state.described(error).about(T.self).hiding(secrets)
        }
    }
}
