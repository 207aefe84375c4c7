/// One `Set-Cookie` line, read as browsers do (RFC 6265 §5.2).
///
///     SetCookie("id=7; Path=/; Max-Age=60; Secure")?.maxAge   // 60
struct SetCookie: Hashable, Sendable {
    let name: String
    let value: String
    /// Seconds since 1970.
    private(set) var expires: Int?
    /// In seconds, counting before ``expires``; zero or less ends the cookie at once.
    private(set) var maxAge: Int?
    /// In lower case and without its first dot; `nil` where none was named.
    private(set) var domain: String?
    /// `nil` where none was named, or none that begins with a slash.
    private(set) var path: String?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    private(set) var sameSite: Cookie.SameSite?

    /// `nil` where there is no name, no equals sign, a control character, or too much of it.
    init?(_ line: String) {
        let bytes = line.utf8
        guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let pair = parts.first, let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
            return nil
        }
        name = Self.trimmed(pair[..<equals])
        value = Self.trimmed(pair[pair.index(after: equals)...])
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= Cookie.longest else {
            return nil
        }
        for part in parts.dropFirst() { take(part) }
    }

    private mutating func take(_ attribute: Substring.UTF8View) {
        let equals = attribute.firstIndex(of: UInt8(ascii: "=")) ?? attribute.endIndex
        let value = Self.trimmed(attribute[equals...].dropFirst())
        // An attribute of that length is nobody's (RFC 6265bis §5.6).
        guard value.utf8.count <= 1024 else { return }
        switch Self.trimmed(attribute[..<equals]).lowercased() {
        case "expires": if let seconds = CookieDate.seconds(value) { expires = seconds }
        case "max-age": if let seconds = Self.seconds(value) { maxAge = seconds }
        case "domain":
            let name = value.hasPrefix(".") ? String(value.dropFirst()) : value
            if !value.isEmpty { domain = name.lowercased() }
        case "path": path = value.hasPrefix("/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased())
        default: break
        }
    }

    /// The seconds of `Max-Age`, at most a number that no sum overflows.
    private static func seconds(_ text: String) -> Int? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), !text.isEmpty else { return nil }
        if text.hasPrefix("-") { return -1 }
        return min(Int(digits) ?? .max, 1 << 40)
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(Substring(bytes[first...last]))
    }
}
