#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// How a request is written for the one who reads it first: the origin or a proxy.
struct RequestForm: Sendable, Hashable {
    /// Whether the request line has the whole address (RFC 9112 §3.2.2).
    var isAbsolute = false
    /// What a proxy is told about who asks; never sent to an origin.
    var proxyAuthorization: String?

    static let origin = RequestForm()

    func target(_ url: URI) -> String {
        isAbsolute ? "\(url.scheme)://\(url.hostHeader)\(url.requestTarget)" : url.requestTarget
    }
}

/// The routes of an engine, and which proxies have asked who is there.
final class RouteBook: Sendable {
    private let plan: RoutePlan
    private let asked = Locked<Set<Proxy>>([])

    init(_ configuration: EngineConfiguration) {
        plan = RoutePlan(
            proxies: configuration.proxy,
            detours: configuration.detours,
            // What is known beforehand is known of the origin; a proxy that reads requests reads
            // those of HTTP/1.1.
            alwaysTunnels: configuration.http2.isCertain
        )
    }

    func route(to url: URI) throws(EngineFault) -> Route {
        let route = plan.route(to: url)
        guard case .impossible(let text) = route else { return route }
        let failure = ProxyFailure(proxy: "of the environment", reason: .unusable(text))
        throw EngineFault(.proxy(failure))
    }

    func form(for url: URI) throws(EngineFault) -> RequestForm {
        if plan.isPlain { return .origin }
        guard case .forward(let proxy) = try route(to: url) else { return .origin }
        return RequestForm(isAbsolute: true, proxyAuthorization: authorization(for: proxy))
    }

    /// What a proxy is told now.
    func authorization(for proxy: Proxy) -> String? {
        guard let authorization = proxy.authorization else { return nil }
        if proxy.waitsForChallenge, !asked.withLock({ $0.contains(proxy) }) { return nil }
        return authorization
    }

    /// Notes that a proxy asked; it is told from now on.
    func noteChallenge(of proxy: Proxy) {
        asked.withLock { _ = $0.insert(proxy) }
    }

    /// Whether the request is to be sent again because the proxy now knows who asks.
    ///
    /// An answer 407 that cannot be helped is the proxy's failure, not the origin's answer.
    func mustRepeat(_ request: Request, _ status: HTTPStatus) throws(EngineFault) -> Bool {
        guard status.code == 407, case .forward(let proxy) = try route(to: request.url)
        else { return false }
        let wasTold = authorization(for: proxy) != nil
        switch ConnectRequest.verdict(
            status,
            hasCredentials: proxy.credentials != nil,
            sentCredentials: wasTold
        ) {
        case .authenticate where request.body.isReplayable:
            noteChallenge(of: proxy)
            return true
        case .failed(let reason): throw EngineFault(proxy, reason)
        default: throw EngineFault(proxy, .authenticationRequired)
        }
    }
}

extension EngineFault {
    init(_ proxy: Proxy, _ reason: ProxyFailure.Reason) {
        self.init(.proxy(ProxyFailure(proxy: proxy.address, reason: reason)))
    }

    /// The same, said of the proxy where there is one.
    func blaming(_ proxy: Proxy?) -> EngineFault {
        guard let proxy else { return self }
        switch kind {
        case .noConnection(let failure):
            return EngineFault(proxy, .noConnection(failure), underlying)
        case .tls(let failure): return EngineFault(proxy, .tls(failure), underlying)
        default: return self
        }
    }

    private init(_ proxy: Proxy, _ reason: ProxyFailure.Reason, _ underlying: (any Error)?) {
        self.init(proxy, reason)
        self.underlying = underlying
    }
}
#endif
