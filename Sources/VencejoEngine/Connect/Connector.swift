#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets

/// Opens connections: decides on the way, finds addresses, connects, and agrees on TLS.
///
///     direct    socket ─► [TLS] ─► origin
///     forward   socket ─► [TLS to the proxy] ─► proxy
///     tunnel    socket ─► [TLS to the proxy] ─► CONNECT or SOCKS ─► [TLS] ─► origin
final class Connector: Sendable {
    let routes: RouteBook
    private let poller: Poller
    private let resolver: Resolver
    private let tls: TLSContext
    /// A proxy is not shown the client's certificate, and speaks HTTP/1.1.
    private let proxyTLS: TLSContext
    private let userAgent: String

    init(poller: Poller, tls: TLSContext, configuration: EngineConfiguration) {
        self.poller = poller
        self.tls = tls
        routes = RouteBook(configuration)
        userAgent = configuration.userAgent
        var anonymous = configuration.tls
        anonymous.identity = nil
        proxyTLS = TLSContext(anonymous)
        resolver = Resolver(poller: poller)
    }

    /// Fails where something that was chosen cannot be used.
    func check() throws(EngineFault) {
        try tls.check()
    }

    func connect(_ call: inout Call) async throws(EngineFault) -> Connection {
        let route = try routes.route(to: call.request.url)
        if let connection = try await attempt(route, &call) { return connection }
        // The proxy asked who is there, and closed or not: it is told on a new connection.
        if let proxy = route.proxy {
            routes.noteChallenge(of: proxy)
            if let connection = try await attempt(route, &call) { return connection }
            throw EngineFault(proxy, .credentialsRefused)
        }
        throw EngineFault(.noConnection(.closed))
    }

    /// `nil` when a proxy asks for credentials that it was not told.
    private func attempt(
        _ route: Route,
        _ call: inout Call
    ) async throws(EngineFault) -> Connection? {
        let socket: Socket
        let deadline: Nanoseconds?
        do throws(EngineFault) {
            (socket, deadline) = try await open(route, &call)
        } catch {
            throw error.blaming(route.proxy)
        }
        do throws(EngineFault) {
            let connection = try await lead(socket, route, deadline, &call)
            if connection == nil { socket.close() }
            return connection
        } catch {
            socket.close()
            throw error
        }
    }

    /// Connects to the first place on the way.
    private func open(
        _ route: Route,
        _ call: inout Call
    ) async throws(EngineFault) -> (Socket, Nanoseconds?) {
        let begin = MonotonicClock.now()
        let deadline = call.deadline(call.request.timeouts.connect, from: begin)
        let addresses = try await addresses(route, &call, deadline)
        call.timings.nameLookup = call.since(begin)
        let connecting = MonotonicClock.now()
        do {
            let eyeballs = HappyEyeballs(poller: poller, deadline: deadline)
            let socket = try await eyeballs.connect(addresses)
            call.timings.connect = call.since(connecting)
            return (socket, deadline)
        } catch {
            throw EngineFault(error, phase: call.blame(.connect))
        }
    }

    private func addresses(
        _ route: Route,
        _ call: inout Call,
        _ deadline: Nanoseconds?
    ) async throws(EngineFault) -> [SocketAddress] {
        let url = call.request.url
        let (host, port): (String, Int)
        switch route {
        case .direct(.unixSocket(let path)):
            guard let address = SocketAddress(unixPath: path) else {
                throw EngineFault(
                    .unsupported("a Unix-domain socket's path has 1 to 107 bytes: '\(path)'")
                )
            }
            return [address]
        case .direct(.host(let name, let number)):
            (host, port) = (name, number ?? url.effectivePort)
        case .forward(let proxy), .tunnel(let proxy): (host, port) = (proxy.host, proxy.port)
        case .impossible: return []
        }
        do {
            return try await resolver.addresses(of: host, port: port, until: deadline)
        } catch {
            throw EngineFault(error, phase: call.blame(.nameLookup))
        }
    }

    /// Goes on from the first place to the origin.
    private func lead(
        _ socket: Socket,
        _ route: Route,
        _ deadline: Nanoseconds?,
        _ call: inout Call
    ) async throws(EngineFault) -> Connection? {
        let url = call.request.url
        var outer: TLSSession?
        if let proxy = route.proxy {
            do throws(EngineFault) {
                if proxy.kind == .https {
                    let session = try proxyTLS.session(host: proxy.host, port: proxy.port)
                    try await agree(session, socket, call)
                    outer = session
                }
                guard try await pass(proxy, route, socket, outer, deadline, call) else {
                    return nil
                }
            } catch {
                throw error.blaming(proxy)
            }
        }
        guard url.isSecure else { return Connection(socket, tls: outer) }
        let begin = MonotonicClock.now()
        let session = try tls.session(host: url.host, port: url.effectivePort, within: outer)
        try await agree(session, socket, call)
        call.timings.tls = call.since(begin)
        call.timings.tlsDetails = session.details
        return Connection(socket, tls: session)
    }

    /// Gets a tunnel where one is needed; false when the proxy wants to know who asks.
    private func pass(
        _ proxy: Proxy,
        _ route: Route,
        _ socket: Socket,
        _ outer: TLSSession?,
        _ deadline: Nanoseconds?,
        _ call: Call
    ) async throws(EngineFault) -> Bool {
        guard case .tunnel = route else { return true }
        let stream = ProxyStream(
            socket: socket,
            tls: outer,
            deadline: deadline,
            phase: .connect,
            // Without TLS an origin may speak first: the preface of HTTP/2 (RFC 9113 §3.4).
            readsAhead: call.request.url.isSecure
        )
        let url = call.request.url
        if proxy.kind == .socks5 {
            try await stream.connect(to: url, by: proxy)
            return true
        }
        let authorization = routes.authorization(for: proxy)
        let request = ConnectRequest(to: url, userAgent: userAgent, authorization: authorization)
        return try await stream.connect(request, of: proxy, isAuthenticated: authorization != nil)
    }

    private func agree(
        _ session: TLSSession,
        _ socket: Socket,
        _ call: Call
    ) async throws(EngineFault) {
        let deadline = call.deadline(call.request.timeouts.tls, from: MonotonicClock.now())
        var stretch = Stretch()
        while try !session.shakeHands(over: socket) {
            if stretch.isOver() {
                await Task.yield()
                try call.check(deadline, .tls)
            }
            do {
                try await socket.waitReadable(until: deadline)
            } catch {
                throw EngineFault(error, phase: call.blame(.tls))
            }
        }
    }
}
#endif
