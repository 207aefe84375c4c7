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

    init(_ configuration: EngineConfiguration) {
        self.configuration = configuration
        poller = Result { () throws(SocketError) in try Poller() }
        switch poller {
        case .success(let poller):
            pool = Pool(
                poller: poller,
                limit: max(1, configuration.maximumConnectionsPerOrigin),
                total: max(1, configuration.maximumConnections),
                idleTimeout: configuration.idleTimeout
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
        if case .success(let poller) = poller { poller.stop() }
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
        do throws(EngineFault) {
            let response = try await perform(request)
            guard response.status.code == 407, let connector,
                try connector.routes.mustRepeat(request, response.status)
            else { return response }
            let second = try await perform(request)
            _ = try connector.routes.mustRepeat(request, second.status)
            return second
        } catch {
            throw NetworkError(error.kind, request: request, underlying: error.underlying)
        }
    }

    private func perform(_ request: Request) async throws(EngineFault) -> Response {
        guard let connector, case .success(let poller) = poller else {
            if case .failure(let error) = poller { throw EngineFault(error, phase: .connect) }
            throw EngineFault(.noConnection(.exhausted))
        }
        if Task.isCancelled { throw EngineFault(.cancelled) }
        if request.delivery.isUpgrade { return try await upgrade(request) }
        var call = Call(request)
        if configuration.http2.isPossible(request.url) {
            let way = HTTP2Way(engine: self, connector: connector, poller: poller)
            return try await way.send(&call)
        }
        let message = try message(of: request, connector)
        let lease = try await pool.lease(request.url.origin, call: &call)
        return try await overHTTP1(message, lease, nil, connector, &call)
    }

    /// A request for HTTP/1.1, as its first reader wants them: the origin or a proxy.
    func message(of request: Request, _ connector: Connector) throws(EngineFault) -> Message {
        let form = try connector.routes.form(for: request.url)
        return try RequestWriter(configuration, form: form).message(for: request)
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
        let origin = call.request.url.origin
        do throws(EngineFault) {
            return try await exchange(message, lease, opened, connector, &call)
        } catch {
            pool.free(origin)
            throw error
        }
    }

    /// Sends over a kept connection if there is one, and over a new one if that was stale.
    private func exchange(
        _ message: Message,
        _ lease: Pool.Lease,
        _ opened: Connection?,
        _ connector: Connector,
        _ call: inout Call
    ) async throws(EngineFault) -> Response {
        if case .connection(let kept) = lease {
            call.timings.reusedConnection = true
            call.timings.tlsDetails = kept.tlsDetails
            var exchange = exchange(over: kept, call)
            do throws(EngineFault) {
                return try await finish(&exchange, message)
            } catch {
                kept.close()
                // RFC 9112 §9.3.1: the server closed it before it saw the request.
                guard exchange.isStale else { throw error }
            }
            call.timings.reusedConnection = false
            call.timings.tlsDetails = nil
        }
        let fresh: Connection
        if let opened { fresh = opened } else { fresh = try await connector.connect(&call) }
        if fresh.negotiatedProtocol == "h2", case .success(let poller) = poller {
            // The server has learnt it since it was first asked.
            let way = HTTP2Way(engine: self, connector: connector, poller: poller)
            let response = try await way.send(&call, over: fresh)
            // The pool counts the connections of HTTP/1.1 alone.
            pool.free(call.request.url.origin)
            return response
        }
        var exchange = exchange(over: fresh, call)
        do throws(EngineFault) {
            return try await finish(&exchange, message)
        } catch {
            fresh.close()
            throw error
        }
    }

    /// Runs an exchange; its connection goes back when the body has been read, here or later.
    private func finish(
        _ exchange: inout Exchange,
        _ message: Message
    ) async throws(EngineFault) -> Response {
        let origin = exchange.call.request.url.origin
        guard exchange.call.request.delivery == .stream else {
            let response = try await exchange.run(message)
            putBack(exchange.keep(), to: origin)
            return response
        }
        var response = try await exchange.begin(message)
        let plan = try CodingPlan(response.headers[.contentEncoding])
        let decoder = try ContentDecoder(plan, maximumRatio: configuration.maximumExpansion)
        let stream = AnswerStream(exchange, decoder: decoder) { self.putBack($0, to: origin) }
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
