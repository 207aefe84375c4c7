/// An absolute URI (RFC 3986), as HTTP uses it (RFC 9110 §4).
///
///     let uri = URI("https://api.example.com/v1/users?page=2")
///     uri?.resolving("../posts")        // https://api.example.com/posts
///
/// The path and the query are kept escaped, exactly as given; the scheme and the host are made
/// lower case, and characters outside ASCII are escaped (the host by Punycode).
public struct URI: Sendable {
    /// One reference for all that an address holds, for every step of a call copies it.
    private let parts: Parts

    private final class Parts: Sendable {
        let scheme: String
        let userInfo: String?
        let host: String
        let port: Int?
        let path: String
        let query: String?
        let fragment: String?
        let isSecure: Bool
        let isWeb: Bool

        init(
            _ scheme: String,
            _ userInfo: String?,
            _ host: String,
            _ port: Int?,
            _ path: String,
            _ query: String?,
            _ fragment: String?
        ) {
            self.scheme = scheme
            self.userInfo = userInfo
            self.host = host
            self.port = port
            self.path = path
            self.query = query
            self.fragment = fragment
            isSecure = scheme == "https" || scheme == "wss"
            isWeb = scheme == "https" || scheme == "http"
        }
    }

    package init(
        scheme: String,
        userInfo: String?,
        host: String,
        port: Int?,
        path: String,
        query: String?,
        fragment: String?
    ) {
        parts = Parts(scheme, userInfo, host, port, path.isEmpty ? "/" : path, query, fragment)
    }

    /// `http` or `https`, in lower case; other schemes are kept as they are.
    public var scheme: String { parts.scheme }
    /// `user` or `user:password`, escaped.
    public var userInfo: String? { parts.userInfo }
    /// In lower case; an IPv6 literal without its brackets.
    public var host: String { parts.host }
    /// The port where one is written, even when it is the scheme's own.
    public var port: Int? { parts.port }
    /// Escaped; never empty: an empty path is `/` (RFC 9110 §4.2.3).
    public var path: String { parts.path }
    /// Escaped, without the question mark.
    public var query: String? { parts.query }
    /// Escaped, without the number sign; never sent.
    public var fragment: String? { parts.fragment }
    /// Whether the scheme asks for TLS.
    public var isSecure: Bool { parts.isSecure }
    /// Whether the scheme is `http` or `https`.
    package var isWeb: Bool { parts.isWeb }

    /// Scheme, host and port: what credentials belong to (RFC 6454 §4).
    public struct Origin: Hashable, Sendable, CustomStringConvertible {
        public let scheme: String
        public let host: String
        public let port: Int

        public init(scheme: String, host: String, port: Int) {
            self.scheme = scheme
            self.host = host
            self.port = port
        }

        public var description: String {
            let isIPv6 = host.utf8.contains(UInt8(ascii: ":"))
            return "\(scheme)://\(isIPv6 ? "[\(host)]" : host):\(port)"
        }
    }
}

extension URI: Hashable {
    public static func == (left: URI, right: URI) -> Bool {
        let (one, other) = (left.parts, right.parts)
        return one === other
            || one.path == other.path && one.query == other.query && one.host == other.host
                && one.port == other.port && one.scheme == other.scheme
                && one.userInfo == other.userInfo && one.fragment == other.fragment
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(userInfo)
        hasher.combine(host)
        hasher.combine(port)
        hasher.combine(path)
        hasher.combine(query)
        hasher.combine(fragment)
    }
}

extension URI {
    /// The port to connect to: the one written, else the scheme's own.
    public var effectivePort: Int {
        port ?? Self.defaultPort(of: scheme) ?? (isSecure ? 443 : 80)
    }

    /// The port that a scheme has when none is written (RFC 9110 §4.2, RFC 6455 §3).
    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }

    /// User information, host and port, as they are written (RFC 3986 §3.2).
    public var authority: String {
        let name = bracketedHost + (port.map { ":\($0)" } ?? "")
        return userInfo.map { $0 + "@" + name } ?? name
    }

    private var bracketedHost: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    }

    public var origin: Origin {
        Origin(scheme: scheme, host: host, port: effectivePort)
    }

    /// Whether the host is this machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
    public var isLoopback: Bool {
        switch host.utf8.first {
        case UInt8(ascii: "1") where Self.isLoopbackIPv4(host): true
        case UInt8(ascii: ":"): host == "::1"
        default: host == "localhost" || host.hasSuffix(".localhost")
        }
    }

    /// Four numbers up to 255, of which the first is 127.
    ///
    /// Asked several times in each call, so it reads bytes and nothing else.
    private static func isLoopbackIPv4(_ host: String) -> Bool {
        var host = host
        return host.withUTF8 { bytes in
            guard bytes.count > 4, unsafe bytes[0] == UInt8(ascii: "1"),
                unsafe bytes[1] == UInt8(ascii: "2"), unsafe bytes[2] == UInt8(ascii: "7"),
                unsafe bytes[3] == UInt8(ascii: ".")
            else { return false }
            var (dots, number, digits) = (1, 0, 0)
            for index in 4..<bytes.count {
                let byte = unsafe bytes[index]
                if byte == UInt8(ascii: ".") {
                    guard digits > 0 else { return false }
                    dots += 1
                    (number, digits) = (0, 0)
                } else {
                    number = number * 10 + Int(byte &- 0x30)
                    digits += 1
                    guard byte &- 0x30 < 10, number <= 255 else { return false }
                }
            }
            return dots == 3 && digits > 0
        }
    }

    /// What stands in a request line: the path and the query (RFC 9112 §3.2.1).
    public var requestTarget: String {
        query.map { path + "?" + $0 } ?? path
    }

    /// What stands in `Host`: the port only where it is not the scheme's own.
    public var hostHeader: String {
        guard let port, port != Self.defaultPort(of: scheme) else { return bracketedHost }
        return bracketedHost + ":" + String(port)
    }

    /// Writes what stands in `Host` behind a text.
    package func writeHost(into text: inout String) {
        text += bracketedHost
        guard let port, port != Self.defaultPort(of: scheme) else { return }
        text += ":"
        text += String(port)
    }

    /// The same address without a fragment.
    public var withoutFragment: URI { with(fragment: nil) }

    public func with(path: String? = nil, fragment: String?) -> URI {
        URI(
            scheme: scheme,
            userInfo: userInfo,
            host: host,
            port: port,
            path: path ?? self.path,
            query: query,
            fragment: fragment
        )
    }

    /// The same address with another path and query, both escaped already.
    public func with(path: String, query: String?) -> URI {
        URI(
            scheme: scheme,
            userInfo: userInfo,
            host: host,
            port: port,
            path: path,
            query: query,
            fragment: nil
        )
    }
}

extension URI: CustomStringConvertible {
    public var description: String {
        var text = scheme + "://" + authority + requestTarget
        if let fragment { text += "#" + fragment }
        return text
    }
}

extension URI: Codable {
    /// Reads the text of an absolute address.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uri = URI(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "no absolute URI"
            )
        }
        self = uri
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
