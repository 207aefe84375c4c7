/// Why a value could not be read from JSON or written to it, and exactly where.
public struct JSONError: Error, Sendable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// There is nothing, or only white space.
        case empty
        /// The text is something else: HTML, XML, plain text, compressed bytes.
        case notJSON
        /// The text ends before the value does.
        case truncated
        /// The text is not UTF-8, nor any other form of Unicode.
        case notUnicode
        /// Arrays and objects are nested too deep.
        case tooDeep
        /// The text breaks a rule of JSON.
        case syntax
        /// A value is there, but not in the form asked for: a URL, a caller's own check.
        case corrupted
        /// A string or a number is no date in the form asked for.
        case notADate
        /// A member is missing.
        case missingKey
        /// A member is there, but the key strategy reads its name in another way.
        case keySpelling
        /// An array has too few elements.
        case missingElement
        /// A value is null where one is needed.
        case missingValue
        /// A value is of another type.
        case typeMismatch
        /// A number does not fit the type exactly.
        case numberOutOfRange
        /// A value has no form in JSON.
        case encoding
        /// A type's own `init(from:)` or `encode(to:)` threw an error of its own.
        case custom
    }

    /// What went wrong.
    public var kind: Kind
    /// The type that was to be read or written, such as `[User]`.
    public var type = ""
    /// Where in the value, in JSON's own spelling: `users[3].contact_info.phone`; empty at the top.
    public var path = ""
    /// What was asked for, such as `String`.
    public var expected = ""
    /// What was there, such as `null`.
    public var found = ""
    /// The reason in words, where expected and found do not say it.
    public var reason = ""
    /// A guess that may help, such as a key of nearly the same name.
    public var hint: String?
    /// The line in the text, from 1; nil when encoding.
    public var line: Int?
    /// The column in Unicode scalars, from 1; nil when encoding.
    public var column: Int?
    /// The offset in bytes; nil when encoding.
    public var offset: Int?
    /// The text around the place on one line, 40 characters each side at most, without secrets.
    public var snippet = ""
    /// How many characters of the snippet stand before the place; nil when encoding.
    public var caret: Int?
    /// The error that a caller's own code threw, unchanged.
    public var underlying: (any Error)?

    /// An error of a kind, to be filled in.
    public init(kind: Kind, reason: String = "") {
        self.kind = kind
        self.reason = reason
    }
}
