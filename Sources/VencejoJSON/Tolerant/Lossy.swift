/// A list or a dictionary that drops elements which cannot be read, and remembers them.
///
///     struct Feed: Codable {
///         @Lossy var items: [Item]
///     }
///     feed.$items  // what was dropped, and why
///
/// A member that is null or absent is an empty list. Written is what was kept.
@propertyWrapper
public struct Lossy<Elements: LossyElements> {
    /// The elements that could be read.
    public var wrappedValue: Elements
    /// The elements that could not.
    public private(set) var projectedValue: [Tolerated] = []

    /// A list with nothing dropped.
    public init(wrappedValue: Elements) { self.wrappedValue = wrappedValue }
}

/// A collection that can do without some of its elements: `[Element]` and `[String: Value]`.
public protocol LossyElements {
    /// A collection without elements.
    init()
    /// Reads what can be read and says what cannot.
    static func read(from decoder: any Decoder) throws -> (kept: Self, dropped: [Tolerated])
}

extension Array: LossyElements where Element: Decodable {
    /// Reads the elements that can be read.
    public static func read(from decoder: any Decoder) throws -> (kept: Self, dropped: [Tolerated])
    {
        let attempts = try decoder.singleValueContainer().decode([Attempt<Element>].self)
        var kept: Self = []
        var dropped: [Tolerated] = []
        kept.reserveCapacity(attempts.count)
        for (index, attempt) in attempts.enumerated() {
            switch attempt.result {
            case .success(let element): kept.append(element)
            case .failure(let fault):
                dropped.append(Tolerated(place: "[\(index)]", reason: fault.text))
            }
        }
        return (kept, dropped)
    }
}

extension Dictionary: LossyElements where Key == String, Value: Decodable {
    /// Reads the values that can be read.
    public static func read(from decoder: any Decoder) throws -> (kept: Self, dropped: [Tolerated])
    {
        let attempts = try decoder.singleValueContainer().decode([String: Attempt<Value>].self)
        var kept: Self = [:]
        var dropped: [Tolerated] = []
        for (key, attempt) in attempts {
            switch attempt.result {
            case .success(let value): kept[key] = value
            case .failure(let fault): dropped.append(Tolerated(place: key, reason: fault.text))
            }
        }
        return (kept, dropped.sorted { $0.place < $1.place })
    }
}

extension Lossy: Decodable {
    /// Reads what can be read; null is empty.
    public init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decodeNil() {
            wrappedValue = Elements()
        } else {
            (wrappedValue, projectedValue) = try Elements.read(from: decoder)
        }
    }
}

extension Lossy: Encodable where Elements: Encodable {
    /// Writes what was kept.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Lossy: Sendable where Elements: Sendable {}

extension Lossy: Equatable where Elements: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.wrappedValue == right.wrappedValue
    }
}

extension Lossy: Hashable where Elements: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Lossy: Tolerating {
    var tolerated: [Tolerated] { projectedValue }
}

extension KeyedDecodingContainer {
    /// Reads a lossy collection; empty when the member is absent.
    public func decode<Elements: LossyElements>(
        _ type: Lossy<Elements>.Type,
        forKey key: Key
    ) throws -> Lossy<Elements> {
        try decodeIfPresent(type, forKey: key) ?? Lossy(wrappedValue: Elements())
    }
}
