/// The container of an object's members: one pointer, free to copy.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let core: UnsafeMutablePointer<KeyedCore>

    @inline(__always)
    var reader: TextReader { TextReader(page: core.pointee.page) }

    private var isAlive: Bool {
        @inline(__always) get { core.pointee.generation == core.pointee.page.pointee.generation }
    }

    var codingPath: [any CodingKey] { isAlive ? reader.state.codingPath(core.pointee.index) : [] }

    var allKeys: [Key] {
        guard isAlive, let object = try? KeyedObject(reader.state, core.pointee.index) else {
            return []
        }
        return object.names.compactMap { Key(stringValue: $0) }
    }

    /// The place of a member's value, 0 when there is none.
    @inline(__always)
    func find(_ key: Key) throws -> Int {
        guard isAlive else { throw DecodeState.outlived }
        let table = core.pointee.table
        guard table.pointee.isSmall else {
            return core.pointee.members?.place(key.stringValue) ?? 0
        }
        if table.pointee.isEmpty { return core.pointee.find(0, key.stringValue) }
        return core.pointee.find(unsafeBitCast(key, to: UInt8.self), key.stringValue)
    }

    @inline(__always)
    func place(_ key: Key, _ type: Any.Type) throws -> Int {
        let place = try find(key)
        guard place != 0 else { throw missing(key, type) }
        return place
    }

    /// The place of a member's value that is there and not null; 0 otherwise.
    @inline(__always)
    func present(_ key: Key) throws -> Int {
        let place = try find(key)
        return core.pointee.page.pointee.words[place].tapeKind == .tapeNull ? 0 : place
    }

    @inline(never)
    private func missing(_ key: Key, _ type: Any.Type) -> any Error {
        reader.state.missing(key, type, core.pointee.index)
    }

    func contains(_ key: Key) -> Bool { (try? find(key)).map { $0 != 0 } ?? false }

    func decodeNil(forKey key: Key) throws -> Bool {
        try reader.word(place(key, Any.self)).tapeKind == .tapeNull
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try reader.decode(type, place(key, type))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let place = try present(key)
        return place == 0 ? nil : try reader.decode(type, place)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(reader, place(key, [String: Any].self)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try UnkeyedContainer(reader, place(key, [Any].self))
    }

    func superDecoder() throws -> any Decoder { try named(JSONKey.parent.stringValue) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try named(key.stringValue) }

    private func named(_ name: String) throws -> any Decoder {
        guard isAlive else { throw DecodeState.outlived }
        // An object whose members are known by name already is not walked again.
        let object = try core.pointee.members ?? KeyedObject(reader.state, core.pointee.index)
        return ValueDecoder(reader, object.place(name) ?? -1)
    }
}
