import VencejoJSON

/// The resources of a server by name, in order.
struct Database: Sendable {
    private(set) var content: JSONObject

    init(_ value: JSONValue) {
        content = value.objectValue ?? JSONObject()
    }

    /// The name as it is spelt here; routes are found without regard to case.
    func name(like text: String) -> String? {
        if content.contains(key: text) { return text }
        return content.keys.first { $0.lowercased() == text.lowercased() }
    }

    subscript(name: String) -> JSONValue? {
        get { content[name] }
        set { content[name] = newValue }
    }

    /// The items of a collection; empty for anything else.
    func items(_ name: String) -> [JSONValue] {
        content[name]?.arrayValue ?? []
    }

    /// Where the item with this id is; ids are compared as text.
    func index(of id: String, in name: String) -> Int? {
        items(name).firstIndex { item in
            item["id"].flatMap(ScriptText.text) == id
        }
    }

    func item(_ id: String, in name: String) -> JSONValue? {
        index(of: id, in: name).map { items(name)[$0] }
    }

    /// The items by the text of their ids; the first of equal ids counts.
    func itemsByID(_ name: String) -> [String: JSONValue] {
        var byID: [String: JSONValue] = [:]
        for item in items(name) {
            guard let id = item["id"].flatMap(ScriptText.text), byID[id] == nil else { continue }
            byID[id] = item
        }
        return byID
    }

    mutating func append(_ item: JSONValue, to name: String) {
        content[name] = .array(items(name) + [item])
    }

    mutating func replace(_ item: JSONValue, at index: Int, in name: String) {
        var all = items(name)
        guard all.indices.contains(index) else { return }
        all[index] = item
        content[name] = .array(all)
    }

    mutating func remove(at index: Int, from name: String) {
        var all = items(name)
        guard all.indices.contains(index) else { return }
        all.remove(at: index)
        content[name] = .array(all)
    }

    /// One more than the highest id; nil where ids are texts.
    func nextNumber(in name: String) -> Int? {
        let items = items(name)
        guard !items.isEmpty else { return 1 }
        let ids = items.compactMap { $0["id"] }
        guard ids.allSatisfy({ $0.numberValue != nil }) else { return nil }
        let highest = ids.compactMap(\.doubleValue).max() ?? 0
        return Int(exactly: highest.rounded(.down)).flatMap { $0 < Int.max ? $0 + 1 : nil }
    }

    /// Removes the items whose `{x}Id` points at an item that is not there.
    mutating func removeOrphans() {
        for name in content.keys {
            let items = items(name)
            let kept = items.filter { !isOrphan($0) }
            if kept.count != items.count { content[name] = .array(kept) }
        }
    }

    private func isOrphan(_ item: JSONValue) -> Bool {
        (item.objectValue ?? JSONObject()).contains { key, value in
            guard key.hasSuffix("Id") else { return false }
            let parents = EnglishNumber.plural(String(key.dropLast(2)))
            guard content[parents]?.arrayValue != nil else { return false }
            guard let id = ScriptText.text(value) else { return true }
            return index(of: id, in: parents) == nil
        }
    }
}
