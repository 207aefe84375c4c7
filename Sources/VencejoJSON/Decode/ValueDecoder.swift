/// The decoder of one value in the text.
struct ValueDecoder: Decoder {
    let state: DecodeState
    /// The value's place on the tape; below zero for a null that stands for nothing.
    let index: Int
    /// Whether keys are data here, which no strategy applies to.
    var verbatim = false

    var codingPath: [any CodingKey] { state.codingPath(index) }
    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(
            KeyedContainer<Key>(object: try KeyedObject(state, index, verbatim: verbatim))
        )
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedContainer(state: state, index: index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleContainer(state: state, index: index)
    }
}

/// The container of one value.
struct SingleContainer: SingleValueDecodingContainer {
    let state: DecodeState
    let index: Int

    var codingPath: [any CodingKey] { state.codingPath(index) }

    func decodeNil() -> Bool { state.node(index).kind == .null }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try state.decode(type, index) }
}

/// The container of an array's elements.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    let state: DecodeState
    let index: Int
    let count: Int?
    private(set) var currentIndex = 0
    private var next: Int

    init(state: DecodeState, index: Int) throws {
        let node = state.node(index)
        guard node.kind == .array else { throw state.mismatch([Any].self, index, "array") }
        self.state = state
        self.index = index
        count = Int(node.count)
        next = index + 1
    }

    var codingPath: [any CodingKey] { state.codingPath(index) }
    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    private func current(_ type: Any.Type) throws -> Int {
        guard !isAtEnd else { throw state.ended(type, index, currentIndex) }
        return next
    }

    private mutating func advance() {
        next = Int(state.node(next).next)
        currentIndex += 1
    }

    mutating func decodeNil() throws -> Bool {
        guard state.node(try current(Any.self)).kind == .null else { return false }
        advance()
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try state.decode(type, current(type))
        advance()
        return value
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let container = try ValueDecoder(state: state, index: current(type)).container(
            keyedBy: type
        )
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try UnkeyedContainer(state: state, index: current([Any].self))
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = ValueDecoder(state: state, index: try current((any Decoder).self))
        advance()
        return decoder
    }
}
