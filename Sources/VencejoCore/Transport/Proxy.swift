import VencejoHTTP

/// A proxy: what it speaks, where it is, and who asks.
///
///     Proxy("http://user:secret@proxy.example.com:3128")
///     Proxy("socks5h://127.0.0.1:9050")
///
/// What is printed of a proxy never shows the password.
public struct Proxy: Sendable, Hashable {
    /// What is spoken with a proxy.
    public enum Kind: String, Sendable, Hashable {
        /// HTTP in the clear: the whole address in the request line for `http`, CONNECT for `https`.
        case http
        /// The same inside TLS to the proxy; its certificate is verified.
        case https
        /// SOCKS 5 (RFC 1928); names are looked up by the proxy.
        case socks5
    }

    /// The name and password that a proxy asks for (RFC 7617, RFC 1929).
    public struct Credentials: Sendable, Hashable {
        public var user: String
        public var password: String

        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    public var kind: Kind
    /// A name or an address, an IPv6 one without brackets.
    public var host: String
    public var port: Int
    public var credentials: Credentials?
    /// Whether a proxy over HTTP is told the credentials only after it asked (407), which costs
    /// one round trip more; `false` by default.
    public var waitsForChallenge = false

    public init(_ kind: Kind, host: String, port: Int, credentials: Credentials? = nil) {
        self.kind = kind
        self.host = host
        self.port = port
        self.credentials = credentials
    }

    /// Reads an address as `http_proxy` has it; `nil` where the text is none.
    ///
    /// Without a scheme it is `http`; without a port 80, 443 for `https`, 1080 for `socks5`.
    /// `socks5` and `socks5h` mean the same. A user and a password are percent-decoded.
    public init?(_ text: String) {
        guard let url = URI(text.contains("://") ? text : "http://" + text) else { return nil }
        switch url.scheme {
        case "http": kind = .http
        case "https": kind = .https
        case "socks5", "socks5h": kind = .socks5
        default: return nil
        }
        host = url.host
        port = url.port ?? (kind == .socks5 ? 1_080 : url.effectivePort)
        guard 1...65_535 ~= port else { return nil }
        guard let userInfo = url.userInfo, !userInfo.isEmpty else { return }
        let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        credentials = Credentials(
            user: PercentEncoding.decoded(parts[0]),
            password: parts.count == 2 ? PercentEncoding.decoded(parts[1]) : ""
        )
    }

    /// The proxy's address without credentials.
    package var address: String {
        "\(kind.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

extension Proxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address, without the credentials.
    public var description: String { address }

    public var debugDescription: String { address }

    public var customMirror: Mirror { Mirror(self, children: ["address": address]) }
}

extension Proxy.Credentials: CustomStringConvertible, CustomReflectable {
    /// Nothing of the credentials.
    public var description: String { "<redacted>" }

    public var customMirror: Mirror { Mirror(self, children: []) }
}
