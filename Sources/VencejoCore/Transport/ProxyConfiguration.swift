package import VencejoHTTP

/// Which calls go through which proxy.
///
///     ProxyConfiguration.none
///     ProxyConfiguration.environment
///     ProxyConfiguration(all: proxy, except: ["localhost", ".example.com", "10.0.0.0/8"])
public struct ProxyConfiguration: Sendable, Hashable {
    /// The proxy for `http` addresses.
    public var http: Proxy?
    /// The proxy for `https` addresses.
    public var https: Proxy?
    /// The hosts that are asked directly.
    public var exceptions: ProxyExceptions
    /// Whether this machine is always asked directly; so it is with the environment's proxies.
    public var exemptsLoopback = false
    /// What was given for a proxy and is none, by the scheme that it is for.
    private var faults: [String: String] = [:]

    /// No proxy at all.
    public static let none = ProxyConfiguration()

    /// A proxy for each scheme, or for one of them.
    public init(http: Proxy? = nil, https: Proxy? = nil, except exceptions: ProxyExceptions = []) {
        self.http = http
        self.https = https
        self.exceptions = exceptions
    }

    /// One proxy for all.
    public init(all proxy: Proxy, except exceptions: ProxyExceptions = []) {
        self.init(http: proxy, https: proxy, except: exceptions)
    }

    /// What the environment's variables say.
    ///
    /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, in lower case before upper case.
    /// `HTTP_PROXY` in upper case does not count: a web server hands the field `Proxy` of a
    /// stranger's request to its programs under this name. An empty variable is none.
    package init(variables: (String) -> String?) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap(variables).first { !$0.isEmpty }
        }
        self.init(except: ProxyExceptions(value("no_proxy", "NO_PROXY") ?? ""))
        exemptsLoopback = true
        let all = value("all_proxy", "ALL_PROXY")
        http = read(value("http_proxy") ?? all, for: "http")
        https = read(value("https_proxy", "HTTPS_PROXY") ?? all, for: "https")
    }

    private mutating func read(_ text: String?, for scheme: String) -> Proxy? {
        guard let text else { return nil }
        let proxy = Proxy(text)
        if proxy == nil { faults[scheme] = "the environment's proxy for \(scheme) is no address" }
        return proxy
    }

    /// What to do with an address.
    package enum Decision: Sendable, Hashable {
        case direct
        case through(Proxy)
        /// There should be a proxy, and what is given for it is none.
        case impossible(String)
    }

    package func decision(for url: URI) -> Decision {
        let proxy = url.isSecure ? https : http
        let fault = faults[url.isSecure ? "https" : "http"]
        if proxy == nil, fault == nil { return .direct }
        if exemptsLoopback, url.isLoopback { return .direct }
        if exceptions.contains(url.host) { return .direct }
        if let proxy { return .through(proxy) }
        return .impossible(fault ?? "")
    }

    /// Whether no address at all goes through a proxy.
    package var isNone: Bool { http == nil && https == nil && faults.isEmpty }
}
