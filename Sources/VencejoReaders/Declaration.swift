/// A type as its source declares it, or a part of it in an extension.
struct Declaration {
    enum Kind: String {
        case structure = "struct"
        case object = "class"
        case enumeration = "enum"
        case actor
        case extended = "extension"
    }

    var kind: Kind
    /// With the names of the types around: `Page.Item`.
    var name: String
    var access = Access.inner
    var line: Int
    /// What follows the colon, each without its module.
    var inherited: [String] = []
    var properties: [Property] = []
    var keys: Keys?
    /// Whether `init(json:)` is there.
    var readsItself = false
    /// Whether the compiler gives it an initialiser with all its properties, for the whole module.
    var hasMemberwise = true
    /// Whether it, or a part of it, is there only on a condition.
    var isConditional = false
}

/// Who may use something.
enum Access: Int, Comparable {
    case hidden, inner, package, open

    static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }

    init?(_ word: String) {
        switch word {
        case "private", "fileprivate": self = .hidden
        case "internal": self = .inner
        case "package": self = .package
        case "public", "open": self = .open
        default: return nil
        }
    }

    /// What is written before a declaration.
    var modifier: String {
        switch self {
        case .hidden, .inner: ""
        case .package: "package "
        case .open: "public "
        }
    }
}

/// A stored property.
struct Property {
    var name: String
    var line: Int
    var isOptional = false
    /// Whether the type is written, or is plain from a literal.
    var isTyped = true
    var isConstant = false
    var hasValue = false
    /// Why it cannot be read from another file, in words.
    var obstacle: String?
}

/// `enum CodingKeys`.
struct Keys {
    struct Case {
        var name: String
        /// The literal after `=`.
        var text: String?
        var line: Int
    }

    var cases: [Case] = []
    var line: Int
    /// Whether it is an enum of strings.
    var isPlain = true
}

/// All that one file declares.
struct SourceFile {
    var path: String
    var imports: [String] = []
    var declarations: [Declaration] = []
}
