/// A member with a value of its own where the text has none that can be read.
///
///     struct Settings: Codable {
///         @Default<Defaults.False> var isPublic: Bool
///         @Default<Defaults.Empty<[String]>> var tags: [String]
///     }
///
/// The default stands in for a member that is absent, null or of another form; `$isPublic` says
/// why it did. Written is the value, default or not.
@propertyWrapper
public struct Default<Source: DefaultSource> {
    /// The value, or the default.
    public var wrappedValue: Source.Value
    /// Why the default stands here; nil when the text has the value, or it was set.
    public private(set) var projectedValue: String?

    /// A value that is no default.
    public init(wrappedValue: Source.Value) { self.wrappedValue = wrappedValue }

    /// The default.
    public init() { self.init(because: "not read") }

    init(because reason: String) {
        wrappedValue = Source.value
        projectedValue = reason
    }
}

/// Where a default comes from.
public protocol DefaultSource {
    /// What is read and written.
    associatedtype Value: Codable
    /// The value that stands in.
    static var value: Value { get }
}

/// The defaults that are asked for most; write others as ``DefaultSource``.
public enum Defaults: Sendable {
    /// The value `false`.
    public enum False: DefaultSource, Sendable {
        public static var value: Bool { false }
    }

    /// The value `true`.
    public enum True: DefaultSource, Sendable {
        public static var value: Bool { true }
    }

    /// The number 0.
    public enum Zero<Number: Numeric & Codable>: DefaultSource, Sendable {
        public static var value: Number { 0 }
    }

    /// No text, no elements.
    public enum Empty<Elements: RangeReplaceableCollection & Codable>: DefaultSource, Sendable {
        public static var value: Elements { Elements() }
    }

    /// No members.
    public enum EmptyDictionary<Value: Codable>: DefaultSource, Sendable {
        public static var value: [String: Value] { [:] }
    }
}

extension Default: Decodable {
    /// Reads the value, or takes the default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self.init(because: "null")
            return
        }
        do {
            self.init(wrappedValue: try container.decode(Source.Value.self))
        } catch {
            self.init(because: Attempt<Source.Value>.words(error))
        }
    }
}

extension Default: Encodable {
    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Default: Sendable where Source.Value: Sendable {}

extension Default: Equatable where Source.Value: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.wrappedValue == right.wrappedValue
    }
}

extension Default: Hashable where Source.Value: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Default: Tolerating {
    var tolerated: [Tolerated] {
        projectedValue.map { [Tolerated(place: "", reason: $0)] } ?? []
    }
}

extension KeyedDecodingContainer {
    /// Reads a member, or takes its default.
    public func decode<Source: DefaultSource>(
        _ type: Default<Source>.Type,
        forKey key: Key
    ) throws -> Default<Source> {
        guard contains(key) else { return Default(because: "absent") }
        return try decodeIfPresent(type, forKey: key) ?? Default(because: "null")
    }
}
