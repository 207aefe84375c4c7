/// A slow decoder over a value that notes what is asked for.
struct DriftDecoder: Decoder {
    let value: JSONValue
    let place: [JSONPathStep]
    let log: DriftLog
    /// Whether keys are data here, which no strategy applies to.
    var verbatim = false

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { log.json.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let object = value.objectValue else { throw mismatch([String: Any].self) }
        log.open(place, object)
        return KeyedDecodingContainer(DriftKeyed<Key>(decoder: self, object: object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let array = value.arrayValue else { throw mismatch([Any].self) }
        return DriftUnkeyed(decoder: self, array: array)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func at(_ step: JSONPathStep, _ value: JSONValue) -> DriftDecoder {
        DriftDecoder(value: value, place: place + [step], log: log)
    }

    func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: [], debugDescription: ""))
    }

    /// Reads one value of any type; those of JSON itself as the coder does.
    func read<T: Decodable>(_ type: T.Type) throws -> T {
        let special = Special(type)
        let scalar =
            type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
            || type == String.self || type == Bool.self
        let result: T
        if scalar || special != .plain && special != .stringKeyed {
            result = try DecodeState.cast(plain(type), type)
        } else {
            var inner = self
            inner.verbatim = special == .stringKeyed
            result = try T(from: inner)
        }
        if let tolerant = result as? any Tolerating { log.fellBack(place, tolerant.tolerated) }
        return result
    }
}

extension DriftDecoder {
    /// Reads a value as the coder does: by one code for all types, as speed is no matter here.
    @inline(never)
    private func plain(_ type: any Decodable.Type) throws -> any Decodable {
        var json = log.json
        json.envelope = ""
        return try json.decode(type, from: value)
    }
}

extension DriftDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try read(type) }
}

/// An object whose members are noted as they are asked for.
private struct DriftKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: DriftDecoder
    let object: JSONObject
    /// Where each name is, in Swift's spelling: the first, when there are several.
    private var places: [String: Int] = [:]

    init(decoder: DriftDecoder, object: JSONObject) {
        self.decoder = decoder
        self.object = object
        for (place, name) in object.keys.enumerated() {
            let name = swift(name)
            if places[name] == nil { places[name] = place }
        }
    }

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        decoder.log.askAll(decoder.place)
        return object.keys.compactMap { Key(stringValue: swift($0)) }
    }

    private func swift(_ name: String) -> String {
        decoder.verbatim ? name : decoder.log.json.keys.decoded(name)
    }

    /// The member's name in the text and its value.
    private func find(_ key: any CodingKey) -> (String, JSONValue)? {
        let wanted = key.stringValue
        guard let member = places[wanted].map({ object[$0] }) else {
            decoder.log.miss(
                decoder.place,
                decoder.verbatim ? wanted : decoder.log.json.keys.encoded(wanted)
            )
            return nil
        }
        decoder.log.ask(decoder.place, member.key)
        if member.value.isNull { decoder.log.null(decoder.place, member.key) }
        return (member.key, member.value)
    }

    private func inner(_ key: any CodingKey) throws -> DriftDecoder {
        guard let (name, value) = find(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: ""))
        }
        return decoder.at(.key(name), value)
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try inner(key).decodeNil() }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try inner(key).read(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try inner(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try inner(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { parent(JSONKey.parent) }

    func superDecoder(forKey key: Key) throws -> any Decoder { parent(key) }

    private func parent(_ key: any CodingKey) -> any Decoder {
        guard let (name, value) = find(key) else {
            return decoder.at(.key(key.stringValue), .null)
        }
        return decoder.at(.key(name), value)
    }
}

/// An array whose elements are read one after the other.
private struct DriftUnkeyed: UnkeyedDecodingContainer {
    let decoder: DriftDecoder
    let array: [JSONValue]
    private(set) var currentIndex = 0

    init(decoder: DriftDecoder, array: [JSONValue]) {
        self.decoder = decoder
        self.array = array
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { array.count }
    var isAtEnd: Bool { currentIndex >= array.count }

    private func current() throws -> DriftDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Any.self,
                .init(codingPath: [], debugDescription: "")
            )
        }
        return decoder.at(.index(currentIndex), array[currentIndex])
    }

    private mutating func next<T>(_ read: (DriftDecoder) throws -> T) throws -> T {
        let value = try read(current())
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try current().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try next { try $0.read(type) }
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> { try next { try $0.container(keyedBy: type) } }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
