/// The parameters of an item or of an inner list (RFC 9651 §3.1.2).
public typealias StructuredParameters = StructuredMap<StructuredValue>

/// A value with its parameters (RFC 9651 §3.3).
///
///     StructuredItem(["text/html;q=0.5"])?.parameters["q"]?.doubleValue   // 0.5
public struct StructuredItem: Hashable, Sendable {
    public var value: StructuredValue
    public var parameters: StructuredParameters

    public init(_ value: StructuredValue, _ parameters: StructuredParameters = [:]) {
        self.value = value
        self.parameters = parameters
    }
}

/// What a list or a dictionary holds: an item, or a list of items (RFC 9651 §3.1.1).
public enum StructuredMember: Hashable, Sendable {
    case item(StructuredItem)
    case inner([StructuredItem], StructuredParameters)

    /// The value, if this is an item.
    public var value: StructuredValue? {
        if case .item(let item) = self { item.value } else { nil }
    }

    public var parameters: StructuredParameters {
        switch self {
        case .item(let item): item.parameters
        case .inner(_, let parameters): parameters
        }
    }
}

/// A list of members, such as `Cache-Status` (RFC 9651 §3.1).
public struct StructuredList: Hashable, Sendable {
    public var members: [StructuredMember]

    public init(_ members: [StructuredMember] = []) {
        self.members = members
    }
}

/// Members under keys, such as `Priority` (RFC 9651 §3.2).
///
///     let priority = StructuredDictionary(headers.values(of: "Priority"))
///     priority?.members["u"]?.value?.intValue
public struct StructuredDictionary: Hashable, Sendable {
    public var members: StructuredMap<StructuredMember>

    public init(_ members: StructuredMap<StructuredMember> = [:]) {
        self.members = members
    }
}

extension StructuredItem {
    /// Reads all lines of a field; `nil` where they are no item and must be ignored.
    public init?(_ lines: some Sequence<String>) {
        var parser = StructuredParser(lines)
        guard let item = parser.whole({ $0.item() }) else { return nil }
        self = item
    }
}

extension StructuredList {
    /// Reads all lines of a field; `nil` where they are no list and must be ignored.
    public init?(_ lines: some Sequence<String>) {
        var parser = StructuredParser(lines)
        guard let members = parser.whole({ $0.list() }) else { return nil }
        self.init(members)
    }
}

extension StructuredDictionary {
    /// Reads all lines of a field; `nil` where they are no dictionary and must be ignored.
    public init?(_ lines: some Sequence<String>) {
        var parser = StructuredParser(lines)
        guard let members = parser.whole({ $0.dictionary() }) else { return nil }
        self.init(members)
    }
}
