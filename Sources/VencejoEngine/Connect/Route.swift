#if os(Linux)
package import VencejoCore
package import VencejoHTTP

/// The way to an origin: what is connected to, and which proxy is asked to lead on.
package enum Route: Sendable, Hashable {
    case direct(Detour.Destination)
    /// The whole address goes to the proxy in the request line (RFC 9112 §3.2.2).
    case forward(Proxy)
    /// The proxy connects, and then only passes bytes on (RFC 9110 §9.3.6, RFC 1928).
    case tunnel(Proxy)
    /// There should be a proxy, and what is given for it is none.
    case impossible(String)

    /// The proxy, if there is one.
    package var proxy: Proxy? {
        switch self {
        case .direct, .impossible: nil
        case .forward(let proxy), .tunnel(let proxy): proxy
        }
    }
}

/// Decides on routes; a value, without any connection of its own.
package struct RoutePlan: Sendable {
    private let proxies: ProxyConfiguration
    private let detours: [Detour]
    /// Whether a proxy over HTTP only passes bytes on, also where nothing is encrypted.
    private let alwaysTunnels: Bool
    /// Whether every route leads straight to its address.
    package let isPlain: Bool

    package init(
        proxies: ProxyConfiguration,
        detours: [Detour],
        alwaysTunnels: Bool = false
    ) {
        self.alwaysTunnels = alwaysTunnels
        self.proxies = proxies
        self.detours = detours
        isPlain = proxies.isNone && detours.isEmpty
    }

    /// A detour before a proxy, a proxy before the address itself.
    package func route(to url: URI) -> Route {
        let own = Detour.Destination.host(url.host, port: url.effectivePort)
        if isPlain { return .direct(own) }
        if let detour = detours.first(where: { $0.means(url.host, url.effectivePort) }) {
            if case .host(let host, nil) = detour.destination {
                return .direct(.host(host, port: url.effectivePort))
            }
            return .direct(detour.destination)
        }
        switch proxies.decision(for: url) {
        case .direct: return .direct(own)
        case .impossible(let text): return .impossible(text)
        case .through(let proxy):
            let mustTunnel = alwaysTunnels || url.isSecure || proxy.kind == .socks5
            return mustTunnel ? .tunnel(proxy) : .forward(proxy)
        }
    }
}
#endif
