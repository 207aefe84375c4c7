import VencejoJSON

/// A path as in `a.b.0`, for reaching into a value.
struct JSONPath: Sendable {
    private let whole: String
    private let steps: [String]

    init(_ text: String) {
        whole = text
        steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// What is there; nil where there is nothing, which is not the same as `null`.
    func value(in root: JSONValue) -> JSONValue? {
        if let direct = root.member(whole) { return direct }
        guard steps.count > 1 else { return nil }
        var value = root
        for step in steps {
            guard let next = value.member(step) else { return nil }
            value = next
        }
        return value
    }
}

extension JSONValue {
    /// The member of an object, or the item of an array when the name is an index.
    func member(_ name: String) -> JSONValue? {
        switch self {
        case .object(let object):
            return object[name]
        case .array(let items):
            guard let index = Int(name), items.indices.contains(index) else { return nil }
            return items[index]
        case .null, .bool, .number, .string:
            return nil
        }
    }
}
