import VencejoJSON

/// What the query of a list asks for.
struct ListQuery: Sendable {
    var filters: [Filter] = []
    var text: String?
    var sort: String?
    var order: String?
    var page: String?
    var limit: String?
    var start: String?
    var end: String?
    var embed: [String] = []
    var expand: [String] = []

    /// Reads the pairs of a query; values of one name are gathered.
    init(_ pairs: [QueryPair]) {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for pair in pairs {
            let name = pair.name.hasSuffix("[]") ? String(pair.name.dropLast(2)) : pair.name
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(pair.value)
        }
        for name in names {
            take(name, values[name] ?? [])
        }
    }

    private mutating func take(_ name: String, _ values: [String]) {
        let joined = values.joined(separator: ",")
        let present = joined.isEmpty ? nil : joined
        switch name {
        case "q": text = values.first.flatMap { $0.isEmpty ? nil : $0 }
        case "_sort": sort = present
        case "_order": order = present
        case "_page": page = present
        case "_limit": limit = present
        case "_start": start = present
        case "_end": end = present
        case "_embed": embed = Self.relations(values)
        case "_expand": expand = Self.relations(values)
        case "callback", "_", "_delay": break
        default: filters.append(Filter(name, values))
        }
    }

    /// So many relations are added to an item at most, each once.
    private static let mostRelations = 16

    private static func relations(_ values: [String]) -> [String] {
        var names: [String] = []
        for value in values where !value.isEmpty && !names.contains(value) {
            guard names.count < mostRelations else { break }
            names.append(value)
        }
        return names
    }

    /// The items that match, in their order.
    func select(from items: [JSONValue]) -> [JSONValue] {
        var hits = items
        if let text {
            let needle = text.lowercased()
            hits = hits.filter { Self.contains($0, needle) }
        }
        for filter in filters where filter.applies(to: items) {
            hits = hits.filter(filter.matches)
        }
        return sorted(hits)
    }

    /// Whether some value at any depth contains the text; values that count as false do not.
    private static func contains(_ value: JSONValue, _ needle: String) -> Bool {
        switch value {
        case .array(let items):
            items.contains { contains($0, needle) }
        case .object(let object):
            object.contains { contains($0.value, needle) }
        case .null, .bool, .number, .string:
            !ScriptText.isFalsy(value)
                && (ScriptText.text(value) ?? "").lowercased().containsText(needle)
        }
    }
}

extension ListQuery {
    private struct Key: Sendable {
        let path: JSONPath
        let isDescending: Bool
    }

    /// Sorted by the keys of `_sort`, equal ones as they stood.
    private func sorted(_ items: [JSONValue]) -> [JSONValue] {
        guard let sort else { return items }
        let orders = (order ?? "").split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.lowercased() }
        let keys = sort.split(separator: ",", omittingEmptySubsequences: false).enumerated().map {
            Key(
                path: JSONPath(String($0.element)),
                isDescending: $0.offset < orders.count && orders[$0.offset] == "desc"
            )
        }
        let rows = items.map { item in (item, keys.map { $0.path.value(in: item) }) }
        return rows.enumerated().sorted { left, right in
            for (index, key) in keys.enumerated() {
                let result = Self.ascending(left.element.1[index], right.element.1[index])
                if result != 0 { return key.isDescending ? result > 0 : result < 0 }
            }
            return left.offset < right.offset
        }.map(\.element.0)
    }

    /// Values first, then what does not compare, then `null`, then what is missing.
    private static func ascending(_ left: JSONValue?, _ right: JSONValue?) -> Int {
        let ranks = (rank(left), rank(right))
        if ranks.0 != ranks.1 { return ranks.0 < ranks.1 ? -1 : 1 }
        guard let left, let right else { return 0 }
        return ScriptText.compare(left, right) ?? 0
    }

    private static func rank(_ value: JSONValue?) -> Int {
        guard let value else { return 2 }
        return value == .null ? 1 : 0
    }
}

extension String {
    /// Whether the text occurs, compared byte by byte.
    func containsText(_ needle: String) -> Bool {
        let hay = Array(utf8)
        let needle = Array(needle.utf8)
        guard let first = needle.first else { return true }
        guard hay.count >= needle.count else { return false }
        for start in 0...(hay.count - needle.count) where hay[start] == first {
            if hay[start..<(start + needle.count)].elementsEqual(needle) { return true }
        }
        return false
    }
}
