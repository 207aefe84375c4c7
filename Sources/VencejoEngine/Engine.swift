#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoSockets
import VencejoWire

/// What the copies of one transport share: a poller, a pool, the TLS settings.
final class Engine: Sendable {
    let configuration: EngineConfiguration
    let pool: Pool
    let registry = HTTP2Registry()
    private let poller: Result<Poller, SocketError>
    private let connector: Connector?
    /// For calls that change the protocol, which HTTP/2 does not do (RFC 9113 §8.6).
    let upgrading: Connector?
    private let ownLines: RequestWriter.OwnLines

    init(_ configuration: EngineConfiguration) {
        self.configuration = configuration
        ownLines = RequestWriter.OwnLines(configuration)
        poller = Result { () throws(SocketError) in
            if let time = configuration.virtualTime { return time.poller }
            return try Poller()
        }
        switch poller {
        case .success(let poller):
            pool = Pool(
                poller: poller,
                limit: max(1, configuration.maximumConnectionsPerOrigin),
                total: max(1, configuration.maximumConnections),
                idleTimeout: configuration.idleTimeout,
                makeRoom: { [registry] in registry.makeRoom() }
            )
            connector = Connector(
                poller: poller,
                tls: TLSContext(configuration.tls, protocols: configuration.http2.protocols),
                configuration: configuration
            )
            upgrading = Connector(
                poller: poller,
                tls: TLSContext(configuration.tls, protocols: HTTP2Use.never.protocols),
                configuration: configuration
            )
        case .failure:
            pool = Pool(poller: nil, limit: 1, idleTimeout: .zero)
            connector = nil
            upgrading = nil
        }
    }

    /// The poller's thread; the system's own where there is no poller.
    var executor: any TaskExecutor {
        if case .success(let poller) = poller { poller } else { globalConcurrentExecutor }
    }

    deinit {
        registry.close()
        pool.close()
        // In a test's time others use it too.
        if case .success(let poller) = poller, poller.home == nil { poller.stop() }
    }

    /// Fails where something that was chosen cannot be used.
    func check() throws(NetworkError) {
        do throws(EngineFault) {
            try connector?.check()
        } catch {
            throw NetworkError(error.kind, underlying: error.underlying)
        }
    }

    /// Sends one request; never on a caller's actor, since reading and decoding is work.
    @concurrent
    func send(_ request: Request) async throws(NetworkError) -> Response {
        if let time = configuration.virtualTime, TaskHome.executor == nil {
            return try await time.inside { () throws(NetworkError) in try await send(request) }
        }
        do throws(EngineFault) {
            guard let connector, case .success(let poller) = poller else {
                if case .failure(let error) = poller { throw EngineFault(error, phase: .connect) }
                throw EngineFault(.noConnection(.exhausted))
            }
            var hasTold = false
            while true {
                if Task.isCancelled { throw EngineFault(.cancelled) }
                if request.delivery.isUpgrade { return try await upgrade(request) }
                var call = Call(request)
                let response: Response
                if configuration.http2.isPossible(request.url) {
                    let way = HTTP2Way(engine: self, connector: connector, poller: poller)
                    response = try await way.send(&call)
                } else {
                    let message = try message(of: request, connector)
                    let origin = request.url.origin
                    let lease: Pool.Lease
                    switch try pool.enter(origin, call) {
                    case .lease(let first, _): lease = first
                    case .line(let ticket): lease = try await pool.wait(ticket, origin, &call)
                    }
                    response = try await overHTTP1(message, lease, nil, connector, &call)
                }
                guard response.status.code == 407,
                    try connector.routes.mustRepeat(request, response.status), !hasTold
                else { return response }
                hasTold = true
            }
        } catch {
            throw NetworkError(error.kind, request: request, underlying: error.underlying)
        }
    }

    /// A request for HTTP/1.1, as its first reader wants them: the origin or a proxy.
    func message(of request: Request, _ connector: Connector) throws(EngineFault) -> Message {
        let form = try connector.routes.form(for: request.url)
        return try RequestWriter(ownLines, form: form).message(for: request)
    }

    /// Sends over HTTP/1.1 on the place that the pool gave, which goes back whatever happens.
    ///
    /// `opened` is a connection that was just opened for this place, if there is one.
    func overHTTP1(
        _ message: Message,
        _ lease: Pool.Lease,
        _ opened: Connection?,
        _ connector: Connector,
        _ call: inout Call
    ) async throws(EngineFault) -> Response {
        if case .connection(let kept) = lease {
            call.timings.reusedConnection = true
            call.timings.tlsDetails = kept.tlsDetails
            let exchange = exchange(over: kept, call)
            do throws(EngineFault) {
                let isWhole = call.request.delivery == .whole
                let response =
                    isWhole ? try await exchange.run(message) : try await exchange.begin(message)
                return try settle(exchange, response)
            } catch {
                kept.close()
                // RFC 9112 §9.3.1: the server closed it before it saw the request.
                guard exchange.isStale else {
                    pool.free(call.request.url.origin)
                    throw error
                }
            }
            call.timings.reusedConnection = false
            call.timings.tlsDetails = nil
        }
        return try await overFresh(message, opened, connector, &call)
    }

    /// Sends over a new connection, which has the place that the pool gave.
    private func overFresh(
        _ message: Message,
        _ opened: Connection?,
        _ connector: Connector,
        _ call: inout Call
    ) async throws(EngineFault) -> Response {
        let origin = call.request.url.origin
        let fresh: Connection
        var shared: (HTTP2Way, HTTP2Connection)?
        do throws(EngineFault) {
            if let opened { fresh = opened } else { fresh = try await connector.connect(&call) }
            if fresh.negotiatedProtocol == "h2", case .success(let poller) = poller {
                // The server has learnt it since it was first asked; the place is now that
                // connection's.
                let way = HTTP2Way(engine: self, connector: connector, poller: poller)
                shared = (way, try way.adopt(fresh, origin))
            }
        } catch {
            pool.free(origin)
            throw error
        }
        if let (way, connection) = shared { return try await way.send(&call, over: connection) }
        let exchange = exchange(over: fresh, call)
        do throws(EngineFault) {
            let isWhole = call.request.delivery == .whole
            let response =
                isWhole ? try await exchange.run(message) : try await exchange.begin(message)
            return try settle(exchange, response)
        } catch {
            fresh.close()
            pool.free(origin)
            throw error
        }
    }

    /// Gives the connection back when the body has been read: now, or later by its reader.
    private func settle(
        _ exchange: Exchange,
        _ response: Response
    ) throws(EngineFault) -> Response {
        let origin = exchange.call.request.url.origin
        guard exchange.call.request.delivery == .stream else {
            putBack(exchange.keep(), to: origin)
            return response
        }
        let plan = try CodingPlan(response.headers[.contentEncoding])
        let decoder = try ContentDecoder(
            plan,
            maximumRatio: configuration.maximumExpansion,
            call: exchange.call
        )
        let stream = AnswerStream(exchange, decoder: decoder) { self.putBack($0, to: origin) }
        var response = response
        response.body = ResponseBody(BodyStream(stream), undecodedCodings: plan.undecoded)
        return response
    }

    private func putBack(_ connection: Connection?, to origin: URI.Origin) {
        if let connection {
            pool.giveBack(connection, to: origin)
        } else {
            pool.free(origin)
        }
    }

    func exchange(over connection: Connection, _ call: Call) -> Exchange {
        Exchange(
            connection,
            call: call,
            limits: limits(call.request),
            maximumExpansion: configuration.maximumExpansion
        )
    }

    private func limits(_ request: Request) -> WireLimits {
        WireLimits(
            maxHeadBytes: configuration.maximumHeadBytes,
            maxHeaderCount: WireLimits.client.maxHeaderCount,
            // A stream is never in memory as a whole: its reader knows how much is enough.
            maxBodyBytes: request.delivery == .stream ? .max : max(0, request.maximumResponseBytes)
        )
    }
}
#endif
