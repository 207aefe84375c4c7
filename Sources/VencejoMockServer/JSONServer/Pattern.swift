/// A regular expression from a query, case ignored.
///
/// Only what cannot run away is matched as one: the common constructs, short, and no quantifier
/// upon a group that holds another. Everything else is looked for as plain text.
struct Pattern: Sendable {
    private static let longest = 200
    private static let mostQuantifiers = 4

    private let source: String
    private let plain: String
    private let isRegex: Bool

    init(_ source: String) {
        self.source = source
        plain = source.lowercased()
        isRegex = Self.isTame(source)
    }

    func occurs(in text: String) -> Bool {
        guard isRegex, let regex = try? Regex(source).ignoresCase() else {
            return text.lowercased().containsText(plain)
        }
        return text.firstMatch(of: regex) != nil
    }

    /// One group that is open: whether it holds a quantifier or a choice.
    private struct Group: Sendable {
        var isComplex = false
    }

    private static func isTame(_ source: String) -> Bool {
        guard source.utf8.count <= longest else { return false }
        var groups = [Group()]
        var quantifiers = 0
        var lastClosed: Group?
        var rest = Array(source.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            let closedBefore = lastClosed
            lastClosed = nil
            switch scalar {
            case "(":
                if rest.first == "?" {
                    guard rest.dropFirst().first == ":" else { return false }
                    rest = rest.dropFirst(2)
                }
                groups.append(Group())
            case ")":
                guard groups.count > 1, let group = groups.popLast() else { return false }
                if group.isComplex { groups[groups.count - 1].isComplex = true }
                lastClosed = group
            case "|":
                groups[groups.count - 1].isComplex = true
            case "*", "+", "?", "{":
                quantifiers += 1
                guard quantifiers <= mostQuantifiers, closedBefore?.isComplex != true else {
                    return false
                }
                if scalar == "{", !skipCount(&rest) { return false }
                groups[groups.count - 1].isComplex = true
            case "[":
                if !skipClass(&rest) { return false }
            case "\\":
                guard let escaped = rest.popFirst(), isTameEscape(escaped) else { return false }
            case "}", "]":
                return false
            default:
                break
            }
        }
        return groups.count == 1
    }

    /// `n}`, `n,}` or `n,m}` with at most two digits each.
    private static func skipCount(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
        guard let end = rest.firstIndex(of: "}") else { return false }
        let parts = rest[..<end].split(separator: ",", omittingEmptySubsequences: false)
        rest = rest[(end + 1)...]
        let isDigits = parts.allSatisfy { part in
            part.count <= 2 && part.allSatisfy { ("0"..."9").contains($0) }
        }
        return isDigits && (1...2).contains(parts.count) && parts[0].isEmpty == false
    }

    /// The members of a class, without nesting and set operations.
    private static func skipClass(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
        if rest.first == "^" { rest.removeFirst() }
        var count = 0
        while let scalar = rest.popFirst() {
            switch scalar {
            case "]": return count > 0
            case "[", "&", "~": return false
            case "-" where rest.first == "-": return false
            case "\\":
                guard let escaped = rest.popFirst(), isTameEscape(escaped) else { return false }
            default: break
            }
            count += 1
        }
        return false
    }

    private static func isTameEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "d", "D", "w", "W", "s", "S", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}",
            "|", "^", "$", "\\", "/", "-":
            true
        default:
            false
        }
    }
}
