import VencejoJSON

/// One name of a query and what an item must have there.
struct Filter: Sendable {
    private enum Test: String, Sendable, CaseIterable {
        case atMost = "_lte"
        case atLeast = "_gte"
        case differs = "_ne"
        case like = "_like"
        case equals = ""
    }

    private let test: Test
    private let name: JSONPath
    private let path: JSONPath
    private let values: [String]
    private let patterns: [Pattern]

    init(_ name: String, _ values: [String]) {
        test = Test.allCases.first { name.hasSuffix($0.rawValue) } ?? .equals
        self.name = JSONPath(name)
        path = JSONPath(String(name.dropLast(test.rawValue.count)))
        self.values = values
        patterns = test == .like ? values.map(Pattern.init) : []
    }

    /// A name that no item has is ignored, unless it ends like a comparison.
    func applies(to items: [JSONValue]) -> Bool {
        guard test == .equals else { return !items.isEmpty }
        return items.contains { name.value(in: $0) != nil }
    }

    /// Whether an item passes; one without the field, or with `null`, does not.
    func matches(_ item: JSONValue) -> Bool {
        guard let value = path.value(in: item), let text = ScriptText.text(value) else {
            return false
        }
        switch test {
        case .equals:
            return values.contains(text)
        case .differs:
            return !values.contains(text)
        case .like:
            return patterns.contains { $0.occurs(in: text) }
        case .atLeast:
            return values.contains { (ScriptText.compare(.string($0), value) ?? 1) <= 0 }
        case .atMost:
            return values.contains { (ScriptText.compare(.string($0), value) ?? -1) >= 0 }
        }
    }
}
