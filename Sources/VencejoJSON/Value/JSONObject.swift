/// The members of a JSON object, in the order they were written.
///
/// A name written twice is kept twice; looking it up gives the first. Two objects are equal when
/// they have equal members, in whatever order.
public struct JSONObject: Sendable, RandomAccessCollection {
    /// One name and its value.
    public typealias Element = (key: String, value: JSONValue)

    private struct Member: Sendable {
        var key: String
        var value: JSONValue
    }

    private static let indexed = 16

    private var members: [Member] = []
    private var places: [String: Int] = [:]

    /// An object with no members.
    public init() {}

    /// An object with these members, in this order.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members { append(key, value) }
    }

    /// The names, in order.
    public var keys: [String] { members.map(\.key) }

    /// The values, in order.
    public var values: [JSONValue] { members.map(\.value) }

    /// The first position.
    public var startIndex: Int { 0 }

    /// The position after the last member.
    public var endIndex: Int { members.count }

    /// The member at a position.
    public subscript(position: Int) -> Element {
        (members[position].key, members[position].value)
    }

    /// The first value of a name; setting replaces it in its place, nil removes it.
    public subscript(key: String) -> JSONValue? {
        get { place(of: key).map { members[$0].value } }
        set {
            guard let newValue else {
                removeValue(forKey: key)
                return
            }
            if let place = place(of: key) {
                members[place].value = newValue
            } else {
                append(key, newValue)
            }
        }
    }

    /// Whether the object has a member of this name, be it null.
    public func contains(key: String) -> Bool { place(of: key) != nil }

    /// Adds a member at the end, even when the name is there already.
    public mutating func append(_ key: String, _ value: JSONValue) {
        members.append(Member(key: key, value: value))
        if members.count == Self.indexed {
            reindex()
        } else if members.count > Self.indexed, places[key] == nil {
            places[key] = members.count - 1
        }
    }

    /// Removes every member of this name and gives back the first one's value.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? {
        guard let place = place(of: key) else { return nil }
        let value = members[place].value
        members.removeAll { $0.key == key }
        reindex()
        return value
    }

    /// Removes every member of these names.
    mutating func removeAll(_ names: Set<String>) {
        guard members.contains(where: { names.contains($0.key) }) else { return }
        members.removeAll { names.contains($0.key) }
        reindex()
    }

    private func place(of key: String) -> Int? {
        if members.count >= Self.indexed { return places[key] }
        return members.firstIndex { $0.key == key }
    }

    private mutating func reindex() {
        places = [:]
        guard members.count >= Self.indexed else { return }
        for (place, member) in members.enumerated() where places[member.key] == nil {
            places[member.key] = place
        }
    }
}

extension JSONObject: Hashable {
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        // Each value is looked at once: twice on every level would be for ever on the deepest.
        for (place, member) in left.members.enumerated() {
            if left.place(of: member.key) != place { return left.grouped == right.grouped }
            guard let other = right[member.key], other == member.value else { return false }
        }
        return true
    }

    /// The values of each name, for objects with names that are written twice.
    private var grouped: [String: [JSONValue]] {
        Dictionary(grouping: members, by: \.key).mapValues { $0.map(\.value) }
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for key in Set(keys) { sum ^= key.hashValue }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object with these members, in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
