/// A link that an answer points out in its field `Link` (RFC 8288).
///
///     let links = Link.parse(headers.values(of: .link))
///     let next = links.first { $0.hasRelation("next") }.flatMap { url.resolving($0.target) }
public struct Link: Hashable, Sendable {
    /// The reference between the angle brackets, as it is written.
    public let target: String
    /// The relations of the first `rel`, as they are written.
    public let relations: [String]
    /// What the link is about, where that is not the resource of the answer itself.
    public let anchor: String?
    /// The other parameters, in order.
    public let attributes: [Attribute]

    /// A parameter of a link; its name in lower case and without an asterisk.
    public struct Attribute: Hashable, Sendable {
        public let name: String
        public let value: String
        /// The language tag of `title*` and its like, empty where none is given (RFC 8187).
        public let language: String?

        public init(name: String, value: String, language: String? = nil) {
            self.name = name
            self.value = value
            self.language = language
        }
    }

    public init(
        target: String,
        relations: [String],
        anchor: String? = nil,
        attributes: [Attribute] = []
    ) {
        self.target = target
        self.relations = relations
        self.anchor = anchor
        self.attributes = attributes
    }

    /// Whether the link is of a relation; relations are compared without case (RFC 8288 §2.1).
    public func hasRelation(_ name: String) -> Bool {
        let name = name.lowercased()
        return relations.contains { $0.lowercased() == name }
    }

    /// The first target of a relation of the answer itself, not of another anchor.
    public static func target(of relation: String, in values: some Sequence<String>) -> String? {
        parse(values).first { $0.anchor == nil && $0.hasRelation(relation) }?.target
    }

    /// The first value of a parameter, its name in lower case.
    public subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }

    /// A name for people.
    public var title: String? { self["title"] }
}
