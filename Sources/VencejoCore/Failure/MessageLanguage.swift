/// A language that messages for a person exist in.
public struct MessageLanguage: Sendable, Hashable {
    /// The code of the language (ISO 639).
    public let code: String

    private init(code: String) {
        self.code = code
    }

    public static let english = MessageLanguage(code: "en")
    public static let spanish = MessageLanguage(code: "es")

    /// The first known one of language tags such as `es-MX` or `es_ES.UTF-8`; English if none is.
    public init(preferring tags: some Sequence<String>) {
        for tag in tags {
            switch tag.prefix(while: \.isLetter).lowercased() {
            case "es": self = .spanish
            case "en", "c", "posix": self = .english
            default: continue
            }
            return
        }
        self = .english
    }

    /// The language of this process.
    public static let current = MessageLanguage(preferring: preferredTags())
}
