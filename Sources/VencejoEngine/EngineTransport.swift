#if os(Linux)
public import VencejoCore
import VencejoSockets

/// The transport on Linux: HTTP/1.1 and HTTP/2, with connections that are kept alive and shared.
///
///     request ──► Pool ──► Connector (names, Happy Eyeballs, TLS) ──► Exchange ──► response
///
/// It sends what it is given and adds what a message needs: `Host`, `Content-Length`, and unless
/// they are there `User-Agent` and `Accept-Encoding`. A caller's `Host` is sent as it is; a caller's
/// `Content-Length`, `Transfer-Encoding`, `Connection`, `Keep-Alive`, `Proxy-Connection` and
/// `Upgrade` are left out, because they would contradict how the message is framed.
///
/// Content coded with `gzip`, `deflate`, `br` or `zstd` is decoded, also where several of them lie
/// over one another; other codings are handed over as they are.
public struct EngineTransport: Transport {
    private let engine: Engine

    public init(_ configuration: EngineConfiguration = EngineConfiguration()) {
        engine = Engine(configuration)
    }

    /// A transport whose choices are known to be usable.
    ///
    /// Authorities, pins and identities that are none are an error here, and not only of each call.
    public init(checking configuration: EngineConfiguration) throws(NetworkError) {
        engine = Engine(configuration)
        try engine.check()
    }

    public func send(_ request: Request) async throws(NetworkError) -> Response {
        try await engine.send(request)
    }

    /// Closes the connections that nobody is using; those in use close when their calls end.
    ///
    /// When none is left, the engine's thread and its descriptors go too. A later call brings them
    /// back.
    public func close() async {
        engine.pool.closeIdle()
        engine.registry.close()
    }

    /// Runs tasks on the engine's own thread, where their answers arrive.
    ///
    ///     Task(executorPreference: transport.executor) {
    ///         let user: User = try await api.get("users/1")
    ///     }
    ///
    /// A call then changes threads not once, which halves what it costs. All tasks there share
    /// this one thread, and while one of them computes, no answer is read: it is for programs that
    /// mostly wait, such as servers that ask other servers, not for work.
    public var executor: any TaskExecutor { engine.executor }
}

/// What can be chosen about the transport on Linux.
public struct EngineConfiguration: Sendable, Hashable {
    /// How many connections to one origin may be open; further calls wait in line.
    public var maximumConnectionsPerOrigin = 64
    /// How many connections may be open in all; further calls wait in line.
    ///
    /// Where connections to other servers are kept and unused, the oldest of them makes way.
    public var maximumConnections = 512
    /// How long a connection is kept when nobody needs it.
    public var idleTimeout: Duration = .seconds(55)
    /// Whom TLS trusts, who the client is, and how old a version may be.
    public var tls = TLSConfiguration()
    /// Which calls go through a proxy; those that the environment names by default.
    ///
    /// Its variables are read when this value is made. This machine is never asked through them.
    public var proxy = ProxyConfiguration.environment
    /// Where to connect instead of the place that an address names; the first that fits counts.
    public var detours: [Detour] = []
    /// The text of `User-Agent`, unless a request has its own.
    public var userAgent = "Vencejo/0.1"
    /// The largest head of an answer, in bytes.
    public var maximumHeadBytes = 262_144
    /// How long a body waits for `100 Continue`, where the request has `Expect: 100-continue`.
    ///
    /// It is sent all the same afterwards, since many servers say nothing (RFC 9110 §10.1.1).
    public var continueTimeout: Duration = .seconds(1)
    /// How many times its size a compressed body may grow to once it is beyond 1 MiB.
    ///
    /// 1,000 by default; `nil` for no limit.
    public var maximumExpansion: Int? = 1_000

    /// When HTTP/2 is spoken; by default wherever a server offers it over TLS.
    public var http2: HTTP2Use = .automatic
    /// The time of a test; nil for the system's.
    var virtualTime: VirtualTime?

    public init() {}

    /// Takes the time from a test's clock: time-outs end when that says so, at once or never.
    ///
    ///     let clock = TestClock()
    ///     var engine = EngineConfiguration()
    ///     engine.keepTime(by: clock.timeSource)
    ///
    /// Only the time of a `TestClock` is another one; with any other source nothing changes.
    public mutating func keepTime(by source: TimeSource) {
        virtualTime = source.driver() as? VirtualTime
    }

    /// Further authorities to trust beside the system's: short for `tls.authorities`.
    public var additionalAuthorities: [UInt8] {
        get { tls.authorities.own }
        set { tls.authorities = newValue.isEmpty ? .system : .systemAnd(newValue) }
    }
}
#endif
