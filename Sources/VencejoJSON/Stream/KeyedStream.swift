/// Writes an object's members: one pointer, free to copy.
struct KeyedStream<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let core: UnsafeMutablePointer<WriteCore>

    private var sheet: UnsafeMutablePointer<Sheet> { core.pointee.sheet }

    var codingPath: [any CodingKey] {
        core.pointee.generation == sheet.pointee.generation
            ? sheet.pointee.state.codingPath(core.pointee.depth) : []
    }

    @inline(__always)
    private func begin(_ key: Key) throws {
        let table = core.pointee.table
        if !table.pointee.isSmall { return try core.pointee.member(key.stringValue) }
        if table.pointee.isEmpty { return try core.pointee.member(0, key.stringValue) }
        try core.pointee.member(unsafeBitCast(key, to: UInt8.self), key.stringValue)
    }

    func encodeNil(forKey key: Key) throws {
        try begin(key)
        sheet.pointee.append("null")
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try begin(key)
        sheet.pointee.write(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        try begin(key)
        sheet.pointee.write(value)
    }

    func encode(_ value: Int, forKey key: Key) throws {
        try begin(key)
        sheet.pointee.write(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        guard value.isFinite else { return try encode(any: value, forKey: key) }
        try begin(key)
        sheet.pointee.write(shortest: value)
    }

    func encode(_ value: Int128, forKey key: Key) throws { try encode(any: value, forKey: key) }

    func encode(_ value: UInt128, forKey key: Key) throws { try encode(any: value, forKey: key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encode(any: value, forKey: key)
    }

    private func encode<T: Encodable>(any value: T, forKey key: Key) throws {
        let mark = try core.pointee.mark()
        try begin(key)
        do {
            try StreamWriter(sheet: sheet).write(value)
        } catch {
            core.pointee.undo(mark)
            throw error
        }
    }

    private func nested(_ begun: Void?) -> StreamEncoder {
        guard begun != nil else { return StreamEncoder(dead: sheet) }
        let depth = sheet.pointee.depth
        return StreamEncoder(sheet, depth, sheet.pointee.push(.pending))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { nested(try? begin(key)).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(try? begin(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        nested(try? core.pointee.member(JSONKey.parent.stringValue))
    }

    func superEncoder(forKey key: Key) -> any Encoder { nested(try? begin(key)) }
}
