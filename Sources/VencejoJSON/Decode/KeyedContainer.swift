/// An object's members, found by name.
final class KeyedObject {
    private static let indexed = 24

    let state: DecodeState
    let index: Int
    let verbatim: Bool
    private let end: Int
    private var places: [String: Int]?
    private var lastName = ""
    private var lastPlace: Int?

    init(_ state: DecodeState, _ index: Int, verbatim: Bool) throws {
        let node = state.node(index)
        guard node.kind == .object else {
            throw state.mismatch([String: Any].self, index, "object")
        }
        self.state = state
        self.index = index
        self.verbatim = verbatim || state.json.keys.isDefault
        end = Int(node.next)
        if !self.verbatim || node.count > Self.indexed { places = allPlaces() }
    }

    /// The names in Swift's spelling, in order, each once.
    var names: [String] {
        var seen: Set<String> = []
        var names: [String] = []
        var child = index + 1
        while child < end {
            let name = spelling(child)
            if seen.insert(name).inserted { names.append(name) }
            child = Int(state.tape.nodes[child + 1].next)
        }
        return names
    }

    /// The names as they stand in the text.
    var rawNames: [String] {
        var names: [String] = []
        var child = index + 1
        while child < end {
            names.append(state.tape.string(state.tape.nodes[child]))
            child = Int(state.tape.nodes[child + 1].next)
        }
        return names
    }

    /// The place of a member's value: of the first, when there are several.
    func place(_ name: String) -> Int? {
        if lastPlace != nil, name == lastName { return lastPlace }
        guard let found = places.map({ $0[name] }) ?? search(name) else { return nil }
        lastName = name
        lastPlace = found
        return found
    }

    private func search(_ name: String) -> Int? {
        var name = name
        var child = index + 1
        while child < end {
            if state.tape.matches(state.tape.nodes[child], &name) { return child + 1 }
            child = Int(state.tape.nodes[child + 1].next)
        }
        return nil
    }

    private func spelling(_ child: Int) -> String {
        let raw = state.tape.string(state.tape.nodes[child])
        return verbatim ? raw : state.spelling(raw)
    }

    private func allPlaces() -> [String: Int] {
        var places: [String: Int] = [:]
        places.reserveCapacity(Int(state.tape.nodes[index].count))
        var child = index + 1
        while child < end {
            let name = spelling(child)
            if places[name] == nil { places[name] = child + 1 }
            child = Int(state.tape.nodes[child + 1].next)
        }
        return places
    }
}

/// The container of an object's members.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: KeyedObject

    private var state: DecodeState { object.state }
    var codingPath: [any CodingKey] { state.codingPath(object.index) }
    var allKeys: [Key] { object.names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object.place(key.stringValue) != nil }

    private func place(_ key: Key, _ type: Any.Type) throws -> Int {
        guard let place = object.place(key.stringValue) else {
            throw state.missing(key, type, object)
        }
        return place
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        state.node(try place(key, Any.self)).kind == .null
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try state.decode(type, place(key, type))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(state: state, index: place(key, [String: Any].self))
            .container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try UnkeyedContainer(state: state, index: place(key, [Any].self))
    }

    func superDecoder() -> any Decoder {
        ValueDecoder(state: state, index: object.place(JSONKey.parent.stringValue) ?? -1)
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        ValueDecoder(state: state, index: object.place(key.stringValue) ?? -1)
    }
}
