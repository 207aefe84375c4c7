/// An enumeration that may get cases which this program does not know yet.
///
///     enum Status: String { case active, blocked }
///     struct User: Codable { var status: Open<Status> }
///
/// A value of no case keeps its raw value and is written back with it.
public enum Open<Known: RawRepresentable> {
    /// A case that is known.
    case known(Known)
    /// Another raw value.
    case unknown(Known.RawValue)

    /// A case, where the raw value has one.
    public init(_ rawValue: Known.RawValue) {
        self = Known(rawValue: rawValue).map(Self.known) ?? .unknown(rawValue)
    }

    /// The case; nil for one that is not known.
    public var value: Known? {
        if case .known(let value) = self { value } else { nil }
    }

    /// The value as it stands in the text.
    public var rawValue: Known.RawValue {
        switch self {
        case .known(let value): value.rawValue
        case .unknown(let rawValue): rawValue
        }
    }
}

extension Open: Decodable where Known.RawValue: Decodable {
    /// Reads the raw value.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Known.RawValue.self))
    }
}

extension Open: Encodable where Known.RawValue: Encodable {
    /// Writes the raw value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Open: Equatable where Known.RawValue: Equatable {
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Whether this is a case.
    public static func == (left: Self, right: Known) -> Bool { left.rawValue == right.rawValue }
}

extension Open: Hashable where Known.RawValue: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Open: Sendable where Known: Sendable, Known.RawValue: Sendable {}

extension Open: CodingKeyRepresentable where Known.RawValue == String {
    /// The raw value as a key.
    public var codingKey: any CodingKey { JSONKey(rawValue) }

    /// A case by its key.
    public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}

extension Open: Tolerating {
    var tolerated: [Tolerated] {
        guard case .unknown(let rawValue) = self else { return [] }
        return [Tolerated(place: "", reason: "\(rawValue) is no \(Known.self)")]
    }
}
