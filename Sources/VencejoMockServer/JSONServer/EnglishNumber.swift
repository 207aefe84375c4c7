/// Singular and plural of the English words that name collections.
enum EnglishNumber: Sendable {
    private static let irregular: [(one: String, many: String)] = [
        ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"),
        ("foot", "feet"), ("tooth", "teeth"), ("goose", "geese"), ("mouse", "mice"),
        ("ox", "oxen"), ("die", "dice"), ("leaf", "leaves"), ("life", "lives"),
        ("knife", "knives"), ("wife", "wives"), ("half", "halves"), ("shelf", "shelves"),
        ("datum", "data"), ("medium", "media"), ("criterion", "criteria"),
        ("movie", "movies"), ("cookie", "cookies"), ("index", "indices"),
        ("matrix", "matrices"), ("analysis", "analyses"), ("quiz", "quizzes"),
        ("hero", "heroes"), ("potato", "potatoes"), ("tomato", "tomatoes"), ("echo", "echoes"),
        ("shoe", "shoes"), ("pie", "pies"), ("tie", "ties"), ("cache", "caches"),
        ("house", "houses"), ("course", "courses"), ("case", "cases"), ("base", "bases"),
        ("database", "databases"), ("purchase", "purchases"), ("bus", "buses"),
        ("status", "statuses"), ("alias", "aliases"), ("virus", "viruses"),
        ("campus", "campuses"), ("lens", "lenses"), ("gas", "gases"),
    ]

    private static let unchanging: Set<String> = [
        "news", "series", "species", "sheep", "fish", "deer", "equipment", "information",
        "money", "rice", "advice", "software", "hardware", "staff", "traffic",
    ]

    private static let sibilants = ["s", "x", "z", "ch", "sh"]

    /// Whether a word is this form or ends in it; short ones must be the whole word.
    private static func isForm(_ word: String, _ form: String, of singular: String) -> Bool {
        singular.count > 3 ? word.hasSuffix(form) : word == form
    }

    static func singular(_ word: String) -> String {
        let lower = word.lowercased()
        if unchanging.contains(lower) { return word }
        if let pair = irregular.first(where: { isForm(lower, $0.many, of: $0.one) }) {
            return word.replacingSuffix(pair.many, with: pair.one)
        }
        if irregular.contains(where: { lower == $0.one }) { return word }
        if lower.hasSuffix("ies"), lower.count > 3 {
            return String(word.dropLast(3)) + "y"
        }
        if lower.hasSuffix("es"),
            ["ss", "x", "zz", "ch", "sh"].contains(where: lower.dropLast(2).hasSuffix)
        {
            return String(word.dropLast(2))
        }
        if lower.hasSuffix("s"), !["ss", "us", "is"].contains(where: lower.hasSuffix) {
            return String(word.dropLast())
        }
        return word
    }

    static func plural(_ word: String) -> String {
        let lower = word.lowercased()
        if unchanging.contains(lower) { return word }
        if irregular.contains(where: { isForm(lower, $0.many, of: $0.one) }) { return word }
        if let pair = irregular.first(where: { isForm(lower, $0.one, of: $0.one) }) {
            return word.replacingSuffix(pair.one, with: pair.many)
        }
        if singular(word) != word { return word }
        if lower.hasSuffix("y"), let before = lower.dropLast().last, !"aeiou".contains(before) {
            return String(word.dropLast()) + "ies"
        }
        return word + (sibilants.contains(where: lower.hasSuffix) ? "es" : "s")
    }
}

extension String {
    /// The word with its ending exchanged, its first letters as they were.
    fileprivate func replacingSuffix(_ old: String, with new: String) -> String {
        let stem = dropLast(old.count)
        let isCapital = dropFirst(stem.count).first?.isUppercase == true
        let ending = isCapital ? new.prefix(1).uppercased() + new.dropFirst() : new
        return stem + ending
    }
}
