import VencejoJSON

/// Adds children and parents to the items of one collection.
struct Relations: Sendable {
    private let embedded: [(name: String, byParent: [JSONValue: [JSONValue]])]
    private let expanded: [(name: String, byID: [String: JSONValue])]

    init(of collection: String, query: ListQuery, in database: Database) {
        let foreignKey = EnglishNumber.singular(collection) + "Id"
        embedded = query.embed.map { name in
            var byParent: [JSONValue: [JSONValue]] = [:]
            for child in database.items(name) {
                if let parent = child[foreignKey] { byParent[parent, default: []].append(child) }
            }
            return (name, byParent)
        }
        expanded = query.expand.compactMap { name in
            let plural = EnglishNumber.plural(name)
            return database[plural] == nil ? nil : (name, database.itemsByID(plural))
        }
    }

    /// Whether there is nothing to add.
    var isEmpty: Bool { embedded.isEmpty && expanded.isEmpty }

    /// The item with what was asked for; nil when it has no key to expand by.
    func complete(_ item: JSONValue) -> JSONValue? {
        var item = item
        for (name, byParent) in embedded {
            item[name] = .array(item["id"].flatMap { byParent[$0] } ?? [])
        }
        for (name, byID) in expanded {
            guard let id = item[name + "Id"].flatMap(ScriptText.text) else { return nil }
            item[name] = byID[id]
        }
        return item
    }
}
