/// A cookie as a client keeps it (RFC 6265 §5.3).
public struct Cookie: Hashable, Sendable, Codable {
    /// What the server allows across sites; kept, and of no effect in a program without pages.
    public enum SameSite: String, Hashable, Sendable, Codable {
        case strict
        case lax
        case none
    }

    public var name: String
    public var value: String
    /// The host that set it, or the domain it is for, in lower case and without a first dot.
    public var domain: String
    /// The path below which it is sent; it begins with a slash.
    public var path: String
    /// Whether only the host itself gets it, and none below it.
    public var isHostOnly: Bool
    /// Whether it is sent over TLS only; to this machine itself also without.
    public var isSecure: Bool
    public var isHTTPOnly: Bool
    public var sameSite: SameSite?
    /// Seconds since 1970; `nil` lives as long as the jar, and is not written down by default.
    public var expires: Int?

    /// A cookie for one host and the paths below one.
    public init(
        _ name: String,
        _ value: String,
        domain: String,
        path: String = "/",
        isHostOnly: Bool = true,
        isSecure: Bool = false,
        expires: Int? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = domain.lowercased()
        self.path = path
        self.isHostOnly = isHostOnly
        self.isSecure = isSecure
        isHTTPOnly = false
        self.expires = expires
    }
}

extension Cookie {
    /// Bytes of name and value together, beyond which a cookie is not kept (RFC 6265 §6.1).
    static let longest = 4096

    /// Whether name and value can stand in a `Cookie` field, and nothing of another one with them.
    var isSendable: Bool {
        let isPlain = { (byte: UInt8) in
            byte >= 0x20 && byte != 0x7F && byte != 0x3B || byte == 0x09
        }
        return !name.isEmpty && !name.utf8.contains(UInt8(ascii: "="))
            && name.utf8.allSatisfy(isPlain) && value.utf8.allSatisfy(isPlain)
            && name.utf8.count + value.utf8.count <= Self.longest
            && path.hasPrefix("/") && !domain.isEmpty
    }

    func isExpired(_ now: Int) -> Bool {
        expires.map { $0 <= now } ?? false
    }

    /// Whether a request to an address takes the cookie along (RFC 6265 §5.4).
    func isFor(_ url: URI) -> Bool {
        let isHost = isHostOnly ? url.host == domain : Self.domain(domain, holds: url.host)
        return isHost && Self.path(path, holds: url.path) && (!isSecure || url.keepsSecrets)
    }

    /// Whether a host is a domain or lies below it (RFC 6265 §5.1.3).
    static func domain(_ domain: String, holds host: String) -> Bool {
        if host == domain { return true }
        return host.hasSuffix("." + domain) && !host.contains(":") && !IPAddress.isIPv4(host)
    }

    /// Whether a path is a cookie's path or lies below it (RFC 6265 §5.1.4).
    static func path(_ path: String, holds asked: String) -> Bool {
        guard asked.hasPrefix(path) else { return false }
        return asked.utf8.count == path.utf8.count || path.hasSuffix("/")
            || asked.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
    }
}

extension URI {
    /// Whether a `Secure` cookie may go there: over TLS, or to this machine (as browsers do).
    var keepsSecrets: Bool { isSecure || isLoopback }

    /// The path of a cookie that names none: all before the last slash (RFC 6265 §5.1.4).
    var cookiePath: String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
