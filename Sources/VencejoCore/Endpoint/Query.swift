/// The query of a call: in order, repeatable, without what is `nil`.
///
///     ["page": 2, "q": search, "tag": ["a", "b"]]      // page=2&tag=a&tag=b where search is nil
///     ["filter": ["status": "open"] as Query]          // filter%5Bstatus%5D=open
public struct Query: Sendable, Hashable {
    /// One name and its value.
    public struct Item: Sendable, Hashable {
        public var name: String
        public var value: QueryValue

        public init(_ name: String, _ value: some QueryConvertible) {
            self.name = name
            self.value = value.queryValue
        }
    }

    /// How an array is written.
    public enum ArrayStyle: Sendable, Hashable {
        /// `id=1&id=2`
        case repeated
        /// `id[]=1&id[]=2`
        case brackets
        /// `id[0]=1&id[1]=2`
        case indexed
        /// `id=1,2`
        case commas
        /// `id=1|2`
        case pipes
        /// `id=1 2`
        case spaces
    }

    /// The names and values, in order.
    public private(set) var items: [Item]
    /// How arrays are written.
    public var arrayStyle: ArrayStyle

    public init(_ items: some Sequence<Item> = [], arrays: ArrayStyle = .repeated) {
        self.items = Array(items)
        arrayStyle = arrays
    }

    public var isEmpty: Bool { items.isEmpty }

    /// Adds a value at the end, unless it is `nil`; a name may be there already.
    public mutating func append(_ name: String, _ value: (some QueryConvertible)?) {
        if let value { items.append(Item(name, value)) }
    }

    /// Removes every value of a name.
    public mutating func remove(_ name: String) {
        items.removeAll { $0.name == name }
    }

    /// The same query with its arrays written in another style.
    public func arrays(_ style: ArrayStyle) -> Query {
        var query = self
        query.arrayStyle = style
        return query
    }

    /// One query after the other, in the array style of the first.
    public static func + (left: Query, right: Query) -> Query {
        Query(left.items + right.items, arrays: left.arrayStyle)
    }
}

extension Query: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, (any QueryConvertible)?)...) {
        self.init(elements.compactMap { name, value in value.map { Item(name, $0) } })
    }
}

extension Query: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Item...) {
        self.init(elements)
    }
}

/// What can stand as a value in a ``Query``.
public protocol QueryConvertible: Sendable {
    var queryValue: QueryValue { get }
}

/// A value of a query before it is written.
public enum QueryValue: Sendable, Hashable {
    /// One text.
    case text(String)
    /// Many values of one name.
    case list([QueryValue])
    /// Names below a name.
    case nested(Query)
}

extension QueryConvertible where Self: CustomStringConvertible {
    public var queryValue: QueryValue { .text(description) }
}

extension String: QueryConvertible {}
extension Substring: QueryConvertible {}
extension Character: QueryConvertible {}
extension Bool: QueryConvertible {}
extension Int: QueryConvertible {}
extension Int8: QueryConvertible {}
extension Int16: QueryConvertible {}
extension Int32: QueryConvertible {}
extension Int64: QueryConvertible {}
extension UInt: QueryConvertible {}
extension UInt8: QueryConvertible {}
extension UInt16: QueryConvertible {}
extension UInt32: QueryConvertible {}
extension UInt64: QueryConvertible {}
extension Float: QueryConvertible {}
extension Double: QueryConvertible {}

extension RawRepresentable where Self: QueryConvertible, RawValue: QueryConvertible {
    public var queryValue: QueryValue { rawValue.queryValue }
}

extension Array: QueryConvertible where Element: QueryConvertible {
    public var queryValue: QueryValue { .list(map(\.queryValue)) }
}

extension Dictionary: QueryConvertible where Key == String, Value: QueryConvertible {
    /// The members in the order of their names, since a dictionary has none.
    public var queryValue: QueryValue {
        .nested(Query(sorted { $0.key < $1.key }.map { Query.Item($0.key, $0.value) }))
    }
}

extension Query: QueryConvertible {
    public var queryValue: QueryValue { .nested(self) }
}

extension QueryValue: QueryConvertible {
    public var queryValue: QueryValue { self }
}
