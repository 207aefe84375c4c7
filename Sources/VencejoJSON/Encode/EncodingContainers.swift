/// Writes one value.
struct SingleWriter: SingleValueEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.box.content = .scalar(.null) }

    func encode<T: Encodable>(_ value: T) throws {
        if let value = try encoder.state.encode(value, at: encoder.trail) {
            encoder.box.content = .scalar(value)
        }
    }
}

/// Writes an array's elements.
struct UnkeyedWriter: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.box.count }

    private var trail: Trail { Trail(encoder.trail, .index(count)) }

    func encodeNil() { encoder.box.append(.null) }

    func encode<T: Encodable>(_ value: T) throws {
        encoder.box.append(
            try encoder.state.encode(value, at: trail) ?? .object(JSONObject())
        )
    }

    private func nested() -> ValueEncoder {
        let trail = trail
        return ValueEncoder(encoder.state, trail, box: encoder.box.appendBox())
    }

    func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key> { nested().container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }
}

/// Writes an object's members.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func name(_ key: some CodingKey) -> String {
        encoder.verbatim ? key.stringValue : encoder.state.spelling(key.stringValue)
    }

    func encodeNil(forKey key: Key) { encoder.box.set(name(key), .null) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let name = name(key)
        let value = try encoder.state.encode(value, at: Trail(encoder.trail, .key(name)))
        encoder.box.set(name, value ?? .object(JSONObject()))
    }

    private func nested(_ key: some CodingKey) -> ValueEncoder {
        let name = name(key)
        return ValueEncoder(
            encoder.state,
            Trail(encoder.trail, .key(name)),
            box: encoder.box.box(name)
        )
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { nested(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { nested(JSONKey.parent) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }
}
