/// The container of an array's elements.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    private let page: UnsafeMutablePointer<Page>
    private let generation: UInt32
    private let place: Int32
    private var next: Int32
    private var position: Int32 = 0

    init(_ reader: TextReader, _ index: Int) throws {
        guard reader.word(index).tapeKind == .tapeArray else {
            throw reader.state.mismatch([Any].self, index, "array")
        }
        page = reader.page
        generation = page.pointee.generation
        place = Int32(truncatingIfNeeded: index)
        next = place + 1
    }

    private var isAlive: Bool { generation == page.pointee.generation }
    private var reader: TextReader { TextReader(page: page) }
    private var index: Int { Int(place) }

    var codingPath: [any CodingKey] { isAlive ? reader.state.codingPath(index) : [] }
    var count: Int? { isAlive ? reader.state.count(index) : 0 }
    var currentIndex: Int { Int(position) }

    var isAtEnd: Bool { !isAlive || Int(next) >= page.pointee.words[index].tapeLength }

    private func current(_ type: Any.Type) throws -> Int {
        guard isAlive else { throw DecodeState.outlived }
        guard !isAtEnd else { throw reader.state.ended(type, index, currentIndex) }
        return Int(next)
    }

    private mutating func advance() {
        next = Int32(truncatingIfNeeded: reader.next(Int(next)))
        position += 1
    }

    mutating func decodeNil() throws -> Bool {
        guard reader.word(try current(Any.self)).tapeKind == .tapeNull else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let value = try reader.string(current(type))
        advance()
        return value
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decode(any: type) }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(any: type) }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try decode(any: type) }

    private mutating func decode<T: Decodable>(any type: T.Type) throws -> T {
        let value = try reader.decode(type, current(type))
        advance()
        return value
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let container = try ValueDecoder(reader, current(type)).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try UnkeyedContainer(reader, current([Any].self))
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = ValueDecoder(reader, try current((any Decoder).self))
        advance()
        return decoder
    }
}
