/// A decoder that holds one double and nothing else: what a date asks for.
struct NumberDecoder: Decoder, SingleValueDecodingContainer {
    let value: Double
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw absent(type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw absent([UInt8].self) }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try DecodeState.cast(value, type) }

    private func absent(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: [], debugDescription: "there is only a number"))
    }
}

/// A decoder that holds bytes and nothing else: what `Data` asks for.
struct BytesDecoder: Decoder, UnkeyedDecodingContainer {
    let bytes: [UInt8]
    private(set) var currentIndex = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int? { bytes.count }
    var isAtEnd: Bool { currentIndex >= bytes.count }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { self }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw absent(type)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw absent(UInt8.self)
    }

    func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard !isAtEnd else { throw absent(type) }
        let byte = bytes[currentIndex]
        currentIndex += 1
        return try DecodeState.cast(byte, type)
    }

    func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> { throw absent(type) }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw absent([UInt8].self)
    }

    func superDecoder() throws -> any Decoder { throw absent(UInt8.self) }

    private func absent(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: [], debugDescription: "there are only bytes"))
    }
}
