/// How names are spelt in JSON.
public enum KeyStrategy: Sendable {
    /// As the type spells them.
    case useDefaultKeys
    /// `userName` in Swift is `user_name` in JSON.
    case snakeCase
    /// As ``snakeCase``, but for acronyms, which come back in capitals: `avatarURL`.
    case acronyms(Acronyms)
    /// Your own: `decode` turns JSON's spelling into Swift's, `encode` turns it back.
    ///
    /// Each name is asked for once and remembered, for as long as the strategy is the same value:
    /// the answer must depend on nothing but the name.
    case custom(decode: @Sendable (String) -> String, encode: @Sendable (String) -> String)

    /// Snake case that comes back as it was, for the usual acronyms: `userID`, `avatarURL`.
    public static let snakeCaseAcronyms = KeyStrategy.acronyms(.usual)

    var isDefault: Bool {
        if case .useDefaultKeys = self { true } else { false }
    }

    /// Swift's spelling of a name in JSON.
    func decoded(_ key: String) -> String {
        switch self {
        case .useDefaultKeys: key
        case .snakeCase: Self.camelCase(key)
        case .acronyms(let acronyms): acronyms.camelCase(key)
        case .custom(let decode, _): decode(key)
        }
    }

    /// JSON's spelling of a name in Swift.
    func encoded(_ key: String) -> String {
        switch self {
        case .useDefaultKeys: key
        case .snakeCase: Self.snakeCase(key)
        case .acronyms(let acronyms): acronyms.snakeCase(key)
        case .custom(_, let encode): encode(key)
        }
    }

    /// `_foo_bar_` becomes `_fooBar_`, as Foundation does it.
    static func camelCase(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }),
            let last = key.lastIndex(where: { $0 != "_" })
        else { return key }
        let words = key[first...last].split(separator: "_")
        var name = key[first...last].description
        if words.count > 1 {
            name = words[0].lowercased() + words.dropFirst().map(capitalized).joined()
        }
        return key[..<first] + name + key[key.index(after: last)...]
    }

    /// Each run of letters begins with a capital; whatever is no letter parts two runs.
    private static func capitalized(_ word: Substring) -> String {
        var text = ""
        var begins = true
        for character in word {
            if character.isLetter || character == "'" {
                text += begins ? character.titled : character.lowercased()
                begins = false
            } else {
                text.append(character)
                begins = true
            }
        }
        return text
    }

    /// `myURLProperty` becomes `my_url_property`, as Foundation does it.
    static func snakeCase(_ key: String) -> String {
        guard !key.isEmpty else { return key }
        var words: [Substring] = []
        var start = key.startIndex
        var search = key.index(after: start)
        while let upper = key[search...].firstIndex(where: \.isUppercase) {
            words.append(key[start..<upper])
            guard let lower = key[upper...].firstIndex(where: \.isLowercase) else {
                start = upper
                break
            }
            if lower == key.index(after: upper) {
                start = upper
            } else {
                // An acronym ends before the capital of the next word.
                start = key.index(before: lower)
                words.append(key[upper..<start])
            }
            search = key.index(after: lower)
        }
        words.append(key[start...])
        return words.map { $0.lowercased() }.joined(separator: "_")
    }
}

extension Character {
    fileprivate var titled: String {
        unicodeScalars.first.map { first in
            first.properties.titlecaseMapping
                + String(String.UnicodeScalarView(unicodeScalars.dropFirst()))
        } ?? ""
    }
}
