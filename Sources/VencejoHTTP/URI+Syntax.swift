extension URI {
    /// Whether the text is a URI by the letter of RFC 3986 (appendix A), of any scheme.
    ///
    /// ``init(_:)`` asks for an authority, and forgives characters outside ASCII and a percent
    /// sign that begins no escape; this asks for neither and forgives nothing.
    public static func isWellFormed(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            Syntax.isScheme(text.utf8[..<colon])
        else { return false }
        return isWellFormedReference(text)
    }

    /// Whether the text is a URI or a relative reference by the letter of RFC 3986 §4.1.
    public static func isWellFormedReference(_ text: String) -> Bool {
        var rest = text.utf8[...]
        if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
            guard Syntax.isQuery(rest[mark...].dropFirst()) else { return false }
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            guard Syntax.isQuery(rest[mark...].dropFirst()) else { return false }
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")),
            !rest[..<colon].contains(UInt8(ascii: "/"))
        {
            guard Syntax.isScheme(rest[..<colon]) else { return false }
            rest = rest[colon...].dropFirst()
        }
        guard rest.starts(with: "//".utf8) else { return Syntax.isPath(rest) }
        rest = rest.dropFirst(2)
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        return Syntax.isAuthority(rest[..<end]) && Syntax.isPath(rest[end...])
    }
}

/// The rules of RFC 3986 appendix A.
private enum Syntax: Sendable {
    typealias Text = Substring.UTF8View

    static func isScheme(_ text: Text) -> Bool {
        guard let first = text.first, first.isLetter else { return false }
        return text.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    static func isPath(_ text: Text) -> Bool { isEscaped(text, also: ":@/") }

    static func isQuery(_ text: Text) -> Bool { isEscaped(text, also: ":@/?") }

    static func isAuthority(_ text: Text) -> Bool {
        var rest = text
        if let at = rest.firstIndex(of: UInt8(ascii: "@")) {
            guard isEscaped(rest[..<at], also: ":") else { return false }
            rest = rest[at...].dropFirst()
        }
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")),
                isLiteral(rest[..<close].dropFirst())
            else { return false }
            rest = rest[close...].dropFirst()
            return rest.isEmpty || rest.popFirst() == UInt8(ascii: ":") && isPort(rest)
        }
        let colon = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
        return isEscaped(rest[..<colon], also: "") && isPort(rest[colon...].dropFirst())
    }

    private static func isPort(_ text: Text) -> Bool { text.allSatisfy(\.isDigit) }

    private static func isLiteral(_ text: Text) -> Bool {
        guard let first = text.first, first | 0x20 == UInt8(ascii: "v") else {
            return IPAddress.isIPv6(Substring(text))
        }
        let parts = text.dropFirst().split(
            separator: UInt8(ascii: "."),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && parts[0].allSatisfy { $0.hexDigit != nil }
            && !parts[1].contains(UInt8(ascii: "%")) && isEscaped(parts[1], also: ":")
    }

    private static func isEscaped(_ text: Text, also marks: String) -> Bool {
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.popFirst()?.hexDigit != nil, rest.popFirst()?.hexDigit != nil else {
                    return false
                }
            } else if !byte.isUnreserved, !"!$&'()*+,;=".utf8.contains(byte),
                !marks.utf8.contains(byte)
            {
                return false
            }
        }
        return true
    }
}

extension UInt8 {
    /// A digit of ASCII.
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// A letter of ASCII.
    var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
