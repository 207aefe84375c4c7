/// The decoder of one value in the text: a pointer and two numbers, free to copy.
struct ValueDecoder: Decoder {
    let page: UnsafeMutablePointer<Page>
    private let generation: UInt32
    private let place: Int32

    init(_ reader: TextReader, _ index: Int) {
        page = reader.page
        generation = reader.page.pointee.generation
        place = Int32(truncatingIfNeeded: index)
    }

    init(state: DecodeState, index: Int) { self.init(state.reader, index) }

    /// The value's place on the tape; below zero for a null that stands for nothing.
    var index: Int { Int(place) }

    private var isAlive: Bool { generation == page.pointee.generation }
    private var state: DecodeState { page.pointee.state }

    var codingPath: [any CodingKey] { isAlive ? state.codingPath(index) : [] }
    var userInfo: [CodingUserInfoKey: Any] { isAlive ? state.userInfo : [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard isAlive else { throw DecodeState.outlived }
        let reader = TextReader(page: page)
        guard reader.word(index).tapeKind == .tapeObject else {
            throw state.mismatch([String: Any].self, index, "object")
        }
        let core = try reader.open(type, index)
        if let container = core.pointee.container {
            return unsafeBitCast(container, to: KeyedDecodingContainer<Key>.self)
        }
        let container = KeyedDecodingContainer(KeyedContainer<Key>(core: core))
        // It is one reference to a box; who else holds the box holds the container.
        core.pointee.container = unsafeBitCast(container, to: AnyObject.self)
        return container
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard isAlive else { throw DecodeState.outlived }
        return try UnkeyedContainer(TextReader(page: page), index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleContainer(decoder: self)
    }

    /// The reader, for as long as the decoding goes on.
    func reader() throws -> TextReader {
        guard isAlive else { throw DecodeState.outlived }
        return TextReader(page: page)
    }
}

extension TextReader {
    /// An object, opened for keys of a type.
    @inline(__always)
    func open<Key: CodingKey>(
        _ type: Key.Type,
        _ index: Int
    ) throws -> UnsafeMutablePointer<KeyedCore> {
        let table = keys(type)
        let core = table.pointee.core(page, table)
        try core.pointee.open(index)
        return core
    }

    /// What is known about a type of keys.
    @inline(__always)
    func keys<Key: CodingKey>(_ type: Key.Type) -> UnsafeMutablePointer<KeyTable> {
        keys(KeyShape(type))
    }

    @inline(__always)
    func keys(_ shape: KeyShape) -> UnsafeMutablePointer<KeyTable> {
        page.pointee.keys[shape.type]?.assumingMemoryBound(to: KeyTable.self) ?? newKeys(shape)
    }

    @inline(never)
    private func newKeys(_ shape: KeyShape) -> UnsafeMutablePointer<KeyTable> {
        let table = UnsafeMutablePointer<KeyTable>.allocate(capacity: 1)
        table.initialize(to: KeyTable(size: shape.size, isTrivial: shape.isTrivial))
        page.pointee.keys.insert(shape.type, UnsafeMutableRawPointer(table))
        return table
    }
}

/// The container of one value.
struct SingleContainer: SingleValueDecodingContainer {
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool {
        guard let reader = try? decoder.reader() else { return false }
        return reader.word(decoder.index).tapeKind == .tapeNull
    }

    func decode(_ type: String.Type) throws -> String {
        try decoder.reader().string(decoder.index)
    }

    func decode(_ type: Int.Type) throws -> Int { try decoder.reader().int(decoder.index) }

    func decode(_ type: Int128.Type) throws -> Int128 {
        try decoder.reader().integer(type, decoder.index)
    }

    func decode(_ type: UInt128.Type) throws -> UInt128 {
        try decoder.reader().integer(type, decoder.index)
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoder.reader().decode(type, decoder.index)
    }
}
