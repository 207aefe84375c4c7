extension URI {
    /// Reads an absolute URI or IRI; `nil` where the text is none.
    ///
    /// Refused are white space, control characters, backslashes, a missing or malformed host, and
    /// a port that is no number from 0 to 65535.
    public init?(_ text: String) {
        guard let reference = Reference(text), let scheme = reference.scheme,
            let authority = reference.authority
        else { return nil }
        self.init(scheme: scheme, authority: authority, reference: reference)
    }

    private init?(scheme: String, authority: String, reference: Reference) {
        guard let parts = Authority(authority) else { return nil }
        self.init(
            scheme: scheme, userInfo: parts.userInfo, host: parts.host, port: parts.port,
            path: reference.path, query: reference.query, fragment: reference.fragment
        )
    }

    /// The address that a reference found at this one stands for (RFC 3986 §5.2).
    ///
    /// Escapes are kept as they are. A path that begins with two dots stays inside the authority.
    public func resolving(_ text: String) -> URI? {
        guard let reference = Reference(text) else { return nil }
        if let scheme = reference.scheme {
            guard let authority = reference.authority else { return nil }
            return URI(scheme: scheme, authority: authority, reference: reference.tidied)
        }
        if let authority = reference.authority {
            return URI(scheme: scheme, authority: authority, reference: reference.tidied)
        }
        var path = reference.path
        var query = reference.query
        if path.isEmpty {
            path = self.path
            query = query ?? self.query
        } else if path.hasPrefix("/") {
            path = Self.removingDotSegments(path)
        } else {
            let folder = self.path.lastIndex(of: "/").map { self.path[...$0] } ?? "/"
            path = Self.removingDotSegments(folder + path)
        }
        return URI(
            scheme: scheme, userInfo: userInfo, host: host, port: port,
            path: path, query: query, fragment: reference.fragment
        )
    }

    /// RFC 3986 §5.2.4.
    static func removingDotSegments(_ path: String) -> String {
        var output: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (offset, segment) in segments.enumerated() {
            let isLast = offset == segments.count - 1
            switch segment {
            case ".":
                if isLast { output.append("") }
            case "..":
                _ = output.popLast()
                if isLast { output.append("") }
            default:
                output.append(segment)
            }
        }
        return "/" + output.joined(separator: "/")
    }
}

/// A reference taken apart (RFC 3986 §4.1, appendix B); every part is escaped.
private struct Reference {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    init?(_ text: String) {
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == 0x5C }) else {
            return nil
        }
        var rest = text[...]
        fragment = Self.cut("#", from: &rest).map { PercentEncoding.escapingIRI($0) }
        query = Self.cut("?", from: &rest).map { PercentEncoding.escapingIRI($0) }
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = PercentEncoding.escapingIRI(rest)
    }

    var tidied: Reference {
        var copy = self
        if path.hasPrefix("/") { copy.path = URI.removingDotSegments(path) }
        return copy
    }

    private static func cut(_ mark: Character, from rest: inout Substring) -> Substring? {
        guard let index = rest.utf8.firstIndex(of: mark.asciiValue ?? 0) else { return nil }
        let tail = rest[rest.index(after: index)...]
        rest = rest[..<index]
        return tail
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20
        else { return false }
        return text.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }
}

/// An authority taken apart (RFC 3986 §3.2).
private struct Authority {
    var userInfo: String?
    var host: String
    var port: Int?

    init?(_ text: String) {
        var rest = text[...]
        if let at = rest.lastIndex(of: "@") {
            userInfo = PercentEncoding.escapingIRI(rest[..<at])
                .replacing("@", with: "%40")
            rest = rest[rest.index(after: at)...]
        }
        if rest.hasPrefix("[") {
            guard let close = rest.firstIndex(of: "]") else { return nil }
            let literal = rest[rest.index(after: rest.startIndex)..<close]
            guard IPAddress.isIPv6(literal) else { return nil }
            host = literal.lowercased()
            rest = rest[rest.index(after: close)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
        } else {
            let colon = rest.firstIndex(of: ":") ?? rest.endIndex
            guard let name = HostName.normalized(rest[..<colon]) else { return nil }
            host = name
            rest = rest[colon...]
        }
        let digits = rest.dropFirst()
        if !digits.isEmpty {
            guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits),
                number <= 65_535
            else { return nil }
            port = number
        }
    }
}
