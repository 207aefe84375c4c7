/// Where and why a body does not fit its type.
public struct DecodingProblem: Sendable, Hashable, CustomStringConvertible {
    /// The faults that are told apart; more may come: keep a `default` in a `switch`.
    public enum Kind: Sendable, Hashable {
        /// The text is something else: HTML, XML, plain text, compressed bytes.
        case notJSON
        /// The text ends before the value does.
        case truncated
        /// The text breaks a rule of JSON, or is no Unicode.
        case syntax
        /// A value is there, but not in the form asked for.
        case corrupted
        /// A string or a number is no date in the form asked for.
        case notADate
        case missingKey
        /// A member is there, but the key strategy reads its name in another way.
        case keySpelling
        case missingValue
        case typeMismatch
        /// A number does not fit the type exactly.
        case numberOutOfRange
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
    /// One line: the path, the fault, the place, a hint.
    public let description: String
    /// Several lines: the type, the path, the fault, the place with a caret, a hint.
    public let report: String

    package init(
        kind: Kind,
        path: String,
        expected: String,
        found: String,
        line: Int? = nil,
        column: Int? = nil,
        snippet: String? = nil,
        description: String,
        report: String? = nil
    ) {
        self.kind = kind
        self.path = path
        self.expected = expected
        self.found = found
        self.line = line
        self.column = column
        self.snippet = snippet
        self.description = description
        self.report = report ?? description
    }
}
