/// A value while it is being written.
final class EncodeBox {
    enum Content {
        case nothing
        case scalar(JSONValue)
        case array([JSONValue])
        case object(JSONObject)
    }

    var content = Content.nothing
    /// Containers inside an array that may still grow, by position.
    private var elements: [(Int, EncodeBox)] = []
    /// Containers inside an object that may still grow, by name.
    private var members: [(String, EncodeBox)] = []

    /// The finished value.
    var value: JSONValue? {
        switch content {
        case .nothing: return nil
        case .scalar(let value): return value
        case .array(var array):
            for (index, box) in elements { array[index] = box.value ?? .object(JSONObject()) }
            return .array(array)
        case .object(var object):
            for (key, box) in members { object[key] = box.value ?? .object(JSONObject()) }
            return .object(object)
        }
    }

    var count: Int { if case .array(let array) = content { array.count } else { 0 } }

    func beginArray() {
        if case .array = content { return }
        content = .array([])
    }

    func beginObject() {
        if case .object = content { return }
        content = .object(JSONObject())
    }

    func append(_ value: JSONValue) {
        guard case .array(var array) = content else { return }
        content = .nothing
        array.append(value)
        content = .array(array)
    }

    func set(_ key: String, _ value: JSONValue) {
        guard case .object(var object) = content else { return }
        content = .nothing
        object[key] = value
        content = .object(object)
        if !members.isEmpty { members.removeAll { $0.0 == key } }
    }

    /// A container at the end of an array.
    func appendBox() -> EncodeBox {
        let box = EncodeBox()
        elements.append((count, box))
        append(.null)
        return box
    }

    /// A container under a name: the same one again, when the name is asked for twice.
    func box(_ key: String) -> EncodeBox {
        if let known = members.first(where: { $0.0 == key }) { return known.1 }
        let box = EncodeBox()
        set(key, .null)
        members.append((key, box))
        return box
    }
}

/// The encoder of one value.
struct ValueEncoder: Encoder {
    let state: EncodeState
    let trail: Trail?
    let verbatim: Bool
    let box: EncodeBox

    init(_ state: EncodeState, _ trail: Trail?, verbatim: Bool = false, box: EncodeBox = .init()) {
        self.state = state
        self.trail = trail
        self.verbatim = verbatim
        self.box = box
    }

    var codingPath: [any CodingKey] { Trail.codingPath(trail) }
    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        box.beginObject()
        return KeyedEncodingContainer(KeyedWriter<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        box.beginArray()
        return UnkeyedWriter(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(encoder: self) }
}
