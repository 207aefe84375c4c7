extension Redaction {
    /// Text with what looks like a token taken out, wherever it stands.
    ///
    /// Taken out are the words after `Bearer` and `Basic`, JSON Web Tokens, keys with the prefixes
    /// that services give theirs, and long words that mix letters and digits. A UUID stays.
    package static func tokens(in text: String) -> String {
        var result = ""
        var rest = text[...]
        var followsScheme = false
        while let start = rest.firstIndex(where: isWordCharacter) {
            result += rest[..<start]
            let end = rest[start...].firstIndex { !isWordCharacter($0) } ?? rest.endIndex
            let word = rest[start..<end]
            let isSecret = followsScheme || looksLikeToken(word)
            result += isSecret ? mark : String(word)
            followsScheme =
                ["bearer", "basic"].contains(word.lowercased())
                && rest[end...].first == " "
            rest = rest[end...]
        }
        return result + rest
    }

    private static let prefixes = [
        "sk-", "sk_", "pk_", "rk_", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xox",
        "AKIA", "AIza",
    ]

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || "-_.~+=".contains(character))
    }

    private static func looksLikeToken(_ word: Substring) -> Bool {
        guard word.utf8.count >= 16 else { return false }
        if word.hasPrefix("eyJ") || prefixes.contains(where: word.hasPrefix) { return true }
        guard word.utf8.count >= 32, !word.contains("."), !isUUID(word) else { return false }
        return word.contains(where: \.isLetter) && word.contains(where: \.isNumber)
    }

    private static func isUUID(_ word: Substring) -> Bool {
        word.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12]
    }
}
