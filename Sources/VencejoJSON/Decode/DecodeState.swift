/// What one decoding shares: the scanned text, the options, what has been learnt about types.
final class DecodeState {
    let tape: JSONTape
    let json: JSON
    let userInfo: [CodingUserInfoKey: Any]
    /// The innermost value whose type threw an error of its own.
    private(set) var noted: Int?
    private var specials: [ObjectIdentifier: Special] = [:]
    private var spellings: [String: String] = [:]

    init(_ tape: JSONTape, _ json: JSON) {
        self.tape = tape
        self.json = json
        userInfo = json.userInfo
    }

    /// The node at an index; a null for a value that is absent.
    func node(_ index: Int) -> JSONNode {
        index >= 0 ? tape.nodes[index] : JSONNode(kind: .null, start: 0, end: 0, next: 0)
    }

    /// Swift's spelling of a name in the text, remembered.
    func spelling(_ key: String) -> String {
        if json.keys.isDefault { return key }
        if let known = spellings[key] { return known }
        let result = json.keys.decoded(key)
        spellings[key] = result
        return result
    }

    /// Reads one value of any type.
    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        if type == String.self { return try Self.cast(string(index), type) }
        if type == Int.self { return try Self.cast(integer(Int.self, index), type) }
        if type == Bool.self { return try Self.cast(bool(index), type) }
        if type == Double.self { return try Self.cast(double(index), type) }
        return try decodeOther(type, index)
    }

    private func decodeOther<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        if let scalar = try rareScalar(type, index) { return try Self.cast(scalar, type) }
        return try decodeCustom(type, index)
    }

    private func rareScalar(_ type: Any.Type, _ index: Int) throws -> Any? {
        if type == Float.self { return try float(index) }
        if type == Int64.self { return try integer(Int64.self, index) }
        if type == UInt8.self { return try integer(UInt8.self, index) }
        if type == UInt64.self { return try integer(UInt64.self, index) }
        if type == Int32.self { return try integer(Int32.self, index) }
        if type == UInt.self { return try integer(UInt.self, index) }
        if type == UInt32.self { return try integer(UInt32.self, index) }
        if type == Int16.self { return try integer(Int16.self, index) }
        if type == UInt16.self { return try integer(UInt16.self, index) }
        if type == Int8.self { return try integer(Int8.self, index) }
        if type == Int128.self { return try integer(Int128.self, index) }
        if type == UInt128.self { return try integer(UInt128.self, index) }
        return nil
    }

    private func decodeCustom<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        let special = special(type)
        do {
            switch special {
            case .plain, .stringKeyed:
                return try T(
                    from: ValueDecoder(
                        state: self,
                        index: index,
                        verbatim: special == .stringKeyed
                    )
                )
            case .value: return try Self.cast(index < 0 ? .null : tape.value(at: index), type)
            case .date: return try date(type, index)
            case .data: return try data(type, index)
            case .url: return try url(type, index)
            case .decimal: return try decimal(type, index)
            }
        } catch {
            if noted == nil { noted = index }
            throw error
        }
    }

    private func special(_ type: Any.Type) -> Special {
        let identity = ObjectIdentifier(type)
        if let known = specials[identity] { return known }
        let special = Special(type)
        specials[identity] = special
        return special
    }

    static func cast<A, T>(_ value: A, _ type: T.Type) throws -> T {
        guard let value = value as? T else {
            throw DecodingError.typeMismatch(
                type,
                .init(codingPath: [], debugDescription: "expected \(type)")
            )
        }
        return value
    }
}
