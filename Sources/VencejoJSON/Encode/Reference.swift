/// Resolves a relative reference against a base (RFC 3986 section 5.2).
enum Reference {
    private struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring
        var query: Substring?
        var fragment: Substring?

        init(_ text: String) {
            var rest = text[...]
            if let hash = rest.firstIndex(of: "#") {
                fragment = rest[rest.index(after: hash)...]
                rest = rest[..<hash]
            }
            if let mark = rest.firstIndex(of: "?") {
                query = rest[rest.index(after: mark)...]
                rest = rest[..<mark]
            }
            if let end = rest.firstIndex(where: { $0 == ":" || $0 == "/" }), rest[end] == ":" {
                scheme = rest[..<end]
                rest = rest[rest.index(after: end)...]
            }
            if rest.hasPrefix("//") {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex(of: "/") ?? rest.endIndex
                authority = rest[..<end]
                rest = rest[end...]
            }
            path = rest
        }

        var text: String {
            (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path
                + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
        }
    }

    static func resolve(_ reference: String, against base: String) -> String {
        var parts = Parts(reference)
        let base = Parts(base)
        if parts.scheme != nil { return parts.text }
        parts.scheme = base.scheme
        if parts.authority == nil {
            parts.authority = base.authority
            if parts.path.isEmpty {
                parts.path = base.path
                if parts.query == nil { parts.query = base.query }
            } else if !parts.path.hasPrefix("/") {
                let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
                parts.path = folder + parts.path
            }
        }
        parts.path = withoutDots(parts.path)[...]
        return parts.text
    }

    private static func withoutDots(_ path: Substring) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            let last = index == segments.count - 1
            switch segment {
            case ".": if last { kept.append("") }
            case "..":
                if kept.count > 1 { kept.removeLast() }
                if last { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }
}
