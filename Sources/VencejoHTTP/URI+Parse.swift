extension URI {
    /// Reads an absolute URI or IRI; `nil` where the text is none.
    ///
    /// Refused are white space, control characters, backslashes, a missing or malformed host, and
    /// a port that is no number from 0 to 65535. Literal dot segments are resolved and a port that
    /// is the scheme's own is dropped (RFC 3986 §6.2); escaped dots (`%2E`) are left alone.
    public init?(_ text: String) {
        guard let reference = URIReference(text), let scheme = reference.scheme else { return nil }
        self.init(scheme: scheme, reference: reference)
    }

    private init?(scheme: String, reference: URIReference) {
        guard let authority = reference.authority.flatMap(URIAuthority.init) else { return nil }
        self.init(
            scheme: scheme,
            userInfo: authority.userInfo,
            host: authority.host,
            port: authority.port == Self.defaultPort(of: scheme) ? nil : authority.port,
            path: Self.removingDotSegments(reference.path),
            query: reference.query,
            fragment: reference.fragment
        )
    }

    /// The address that a reference found at this one stands for (RFC 3986 §5.2).
    ///
    /// Escapes are kept as they are. A path that begins with two dots stays inside the authority.
    /// A fragment is not inherited: that is the business of redirects (RFC 9110 §10.2.2).
    public func resolving(_ text: String) -> URI? {
        guard let reference = URIReference(text) else { return nil }
        if reference.scheme != nil || reference.authority != nil {
            return URI(scheme: reference.scheme ?? scheme, reference: reference)
        }
        var path = reference.path
        var query = reference.query
        if path.isEmpty {
            path = self.path
            query = query ?? self.query
        } else if path.utf8.first == UInt8(ascii: "/") {
            path = Self.removingDotSegments(path)
        } else {
            let folder = self.path.lastIndex(of: "/").map { self.path[...$0] } ?? "/"
            path = Self.removingDotSegments(folder + path)
        }
        return URI(
            scheme: scheme,
            userInfo: userInfo,
            host: host,
            port: port,
            path: path,
            query: query,
            fragment: reference.fragment
        )
    }

    /// RFC 3986 §5.2.4, for a path that is empty or begins with a slash.
    static func removingDotSegments(_ path: String) -> String {
        guard path.contains("/.") else { return path }
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

/// A reference taken apart (RFC 3986 §4.1, appendix B); every part but the authority is escaped.
///
/// Marks are looked for among bytes: a combining accent after one must not hide it.
struct URIReference: Sendable {
    var scheme: String?
    var authority: Substring?
    var path: String
    var query: String?
    var fragment: String?

    init?(_ text: String) {
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == 0x5C }) else {
            return nil
        }
        var rest = text[...].utf8
        fragment = Self.cut(UInt8(ascii: "#"), from: &rest).map(PercentEncoding.escapingIRI)
        query = Self.cut(UInt8(ascii: "?"), from: &rest).map(PercentEncoding.escapingQuery)
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = Substring(rest[..<colon]).lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = Substring(rest[..<end])
            rest = rest[end...]
        }
        path = PercentEncoding.escapingIRI(Substring(rest))
    }

    private static func cut(_ mark: UInt8, from rest: inout Substring.UTF8View) -> Substring? {
        guard let index = rest.firstIndex(of: mark) else { return nil }
        let tail = rest[rest.index(after: index)...]
        rest = rest[..<index]
        return Substring(tail)
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20
        else { return false }
        return text.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }
}

/// An authority taken apart (RFC 3986 §3.2).
struct URIAuthority: Sendable {
    var userInfo: String?
    var host: String
    var port: Int?

    init?(_ text: Substring) {
        var rest = text.utf8
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            guard let info = Self.userInfo(Substring(rest[..<at])) else { return nil }
            userInfo = info.isEmpty ? nil : info
            rest = rest[rest.index(after: at)...]
        }
        let name: String?
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = IPAddress.ipv6(Substring(rest[..<close].dropFirst()))
            rest = rest[rest.index(after: close)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
        } else {
            let colon = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
            name = HostName.normalized(Substring(rest[..<colon]))
            rest = rest[colon...]
        }
        guard let name else { return nil }
        host = name
        let digits = rest.dropFirst()
        guard !digits.isEmpty else { return }
        guard digits.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(Substring(digits)),
            number <= 65_535
        else { return nil }
        port = number
    }

    /// Escaped; an empty password goes, and a bracket is refused: it hides where the host begins.
    private static func userInfo(_ text: Substring) -> String? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") })
        else { return nil }
        let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        let user = PercentEncoding.escapingUserInfo(
            Substring(text.utf8[..<(colon ?? text.endIndex)])
        )
        guard let colon, text.utf8.index(after: colon) != text.endIndex else { return user }
        return user + ":"
            + PercentEncoding.escapingUserInfo(Substring(text[colon...].utf8.dropFirst()))
    }
}
