/// Finds the name that somebody may have meant.
enum Similarity {
    /// The name nearest to one, if any is near.
    static func closest(to name: String, among names: [String]) -> String? {
        let wanted = plain(name)
        var best: (name: String, distance: Int)?
        for candidate in names.prefix(200) where candidate.utf8.count <= 100 {
            let other = plain(candidate)
            let distance = distance(wanted, other)
            guard distance <= max(1, min(wanted.count, other.count) / 3) else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    private static func plain(_ name: String) -> [Character] {
        Array(name.prefix(100).lowercased()).filter { $0 != "_" && $0 != "-" && $0 != " " }
    }

    /// How many insertions, removals and replacements lie between two names (Levenshtein).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (above, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = above + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
