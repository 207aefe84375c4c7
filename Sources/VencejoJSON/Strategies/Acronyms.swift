/// Words that Swift's names write in capitals: `avatarURL`, `userID`.
///
/// With them snake case is a way there and back: `avatarURL` is `avatar_url` and is `avatarURL`
/// again, where Foundation's conversion comes back as `avatarUrl`. A name's first word is in small
/// letters all the same: `urlPath`, `idCard`. A plural keeps its `s` small: `userIDs`.
public struct Acronyms: Sendable, Hashable {
    private let words: Set<String>
    private let longest: Int

    /// These words, in whatever case.
    public init(_ words: some Sequence<String>) {
        self.words = Set(words.map { $0.uppercased() })
        longest = self.words.map(\.count).max() ?? 0
    }

    /// Those that names in Swift are full of.
    public static let usual = Acronyms([
        "AI", "API", "CPU", "CSS", "CSV", "DNS", "FAQ", "FTP", "GIF", "GPS", "GPU", "HTML", "HTTP",
        "HTTPS", "IBAN", "ID", "IP", "ISBN", "JPEG", "JSON", "JWT", "MIME", "PDF", "PNG", "QR",
        "RAM", "RGB", "RSS", "SDK", "SKU", "SMS", "SQL", "SSH", "SSL", "SSO", "SVG", "TCP", "TLS",
        "TTL", "UDP", "UI", "URI", "URL", "USD", "UTC", "UTF", "UUID", "VAT", "VIP", "VPN", "XML",
    ])

    /// These words and others.
    public func adding(_ more: String...) -> Acronyms { Acronyms(words.union(more)) }

    /// `avatar_url` becomes `avatarURL`.
    func camelCase(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }),
            let last = key.lastIndex(where: { $0 != "_" })
        else { return key }
        let parts = key[first...last].split(separator: "_")
        guard parts.count > 1 else { return key }
        let name = parts[0].lowercased() + parts.dropFirst().map(capitalized).joined()
        return key[..<first] + name + key[key.index(after: last)...]
    }

    /// `avatarURL` becomes `avatar_url`.
    func snakeCase(_ key: String) -> String {
        var parts: [String] = []
        var rest = key[...]
        let lead = rest.prefix { $0 == "_" }
        rest = rest.dropFirst(lead.count)
        while !rest.isEmpty {
            let part = nextWord(rest)
            parts.append(part.lowercased())
            rest = rest.dropFirst(part.count)
        }
        return lead + parts.joined(separator: "_")
    }

    private func capitalized(_ word: Substring) -> String {
        let upper = word.uppercased()
        if words.contains(upper) { return upper }
        if upper.hasSuffix("S"), words.contains(String(upper.dropLast())) {
            return upper.dropLast() + "s"
        }
        return word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }

    /// The word that a name begins with: an acronym, a run of capitals, or a capitalised word.
    private func nextWord(_ text: Substring) -> Substring {
        let first = text.prefix(longest).prefix(while: \.isUppercase)
        if first.count > 1, let acronym = acronym(in: first, of: text) { return acronym }
        let capitals = text.prefix(while: \.isUppercase)
        if capitals.count > 1 {
            let after = text.dropFirst(capitals.count)
            // The last capital of a run begins the next word, when small letters follow.
            guard after.first?.isLowercase == true else { return capitals }
            return capitals.dropLast()
        }
        return text.prefix(1) + text.dropFirst().prefix { !$0.isUppercase }
    }

    private func acronym(in capitals: Substring, of text: Substring) -> Substring? {
        for length in stride(from: capitals.count, through: 2, by: -1) {
            let word = capitals.prefix(length)
            guard words.contains(String(word)) else { continue }
            let after = text.dropFirst(length)
            let ends = after.first.map { !$0.isLowercase } ?? true
            if ends { return word }
            let plural = after.first == "s" && !(after.dropFirst().first?.isLowercase ?? false)
            if plural { return text.prefix(length + 1) }
        }
        return nil
    }
}
