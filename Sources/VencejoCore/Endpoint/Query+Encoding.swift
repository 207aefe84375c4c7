public import VencejoJSON

extension Query {
    /// A query of a value's members; nested values become nested keys, `nil` is dropped.
    ///
    /// - Throws: `.invalidRequest(.encoding)` where the value cannot be encoded or has no members.
    public init(
        encoding value: some Encodable,
        arrays: ArrayStyle = .repeated,
        with json: JSON = JSON()
    ) throws(NetworkError) {
        let tree: JSONValue
        do {
            tree = try json.encodeToValue(value)
        } catch {
            throw NetworkError(.invalidRequest(.encoding("\(error)")), underlying: error)
        }
        guard case .object(let members) = tree else {
            throw NetworkError(.invalidRequest(.encoding("a query needs names for its values")))
        }
        self.init(Self.items(of: members), arrays: arrays)
    }

    private static func items(of members: JSONObject) -> [Item] {
        members.compactMap { name, value in
            queryValue(of: value).map { Item(name, $0) }
        }
    }

    private static func queryValue(of value: JSONValue) -> QueryValue? {
        switch value {
        case .null: nil
        case .bool(let flag): .text(flag ? "true" : "false")
        case .number(let number): .text(number.text)
        case .string(let text): .text(text)
        case .array(let values): .list(values.compactMap(queryValue))
        case .object(let members): .nested(Query(items(of: members)))
        }
    }
}
