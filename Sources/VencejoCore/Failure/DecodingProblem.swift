/// Where and why a body does not fit its type.
public struct DecodingProblem: Sendable, Hashable, CustomStringConvertible {
    /// The five faults that are told apart.
    public enum Kind: Sendable, Hashable {
        case corrupted
        case missingKey
        case missingValue
        case typeMismatch
        /// There is no content, and the type cannot do without.
        case noContent
        /// The model's own `init(from:)` refused.
        case custom
    }

    public let kind: Kind
    /// The field, spelt as in the JSON: `users[3].contact_info.phone`.
    public let path: String
    public let expected: String
    public let found: String
    /// The place in the body, from 1, where it is known.
    public let line: Int?
    public let column: Int?
    /// A few characters of the body around that place.
    public let snippet: String?
    public let description: String

    package init(
        kind: Kind,
        path: String,
        expected: String,
        found: String,
        line: Int? = nil,
        column: Int? = nil,
        snippet: String? = nil,
        description: String
    ) {
        self.kind = kind
        self.path = path
        self.expected = expected
        self.found = found
        self.line = line
        self.column = column
        self.snippet = snippet
        self.description = description
    }
}
