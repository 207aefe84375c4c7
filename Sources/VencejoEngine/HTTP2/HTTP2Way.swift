#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets

/// The way of a call whose server may speak HTTP/2.
///
///     route ──► a shared connection ──► stream ──► answer
///       │              ▲      └── refused: once more
///       └──► open one ─┴──► it is HTTP/1.1: the other way
struct HTTP2Way {
    let engine: Engine
    let connector: Connector
    let poller: Poller

    private enum Opened {
        case shared(HTTP2Connection)
        case http1(Pool.Lease, Connection?)
    }

    /// How often a request that a server did not take is sent in all.
    private static let mostTries = 5

    func send(_ call: inout Call) async throws(EngineFault) -> Response {
        let body = try HTTP2Upload.Source(call.request.body)
        let fields = try self.fields(call.request, body)
        let origin = call.request.url.origin
        var tries = 0
        while true {
            let connection: HTTP2Connection
            var isReused = true
            switch try await engine.registry.route(origin, call, poller: poller) {
            case .shared(let open): connection = open
            case .http1:
                let message = try engine.message(of: call.request, connector)
                let lease = try await engine.pool.lease(origin, call: &call)
                return try await engine.overHTTP1(message, lease, nil, connector, &call)
            case .lead:
                switch try await open(&call) {
                case .shared(let open): connection = open
                case .http1(let lease, let opened):
                    return try await overHTTP1(lease, opened, &call)
                }
                isReused = false
            }
            call.timings.reusedConnection = isReused
            call.timings.tlsDetails = connection.tlsDetails
            tries += 1
            let mayRepeat = tries < Self.mostTries && call.request.body.isReplayable
            let result = try await exchange(fields, body, connection, call, mayRepeat: mayRepeat)
            if let result { return result }
        }
    }

    /// Sends over a connection that was opened for HTTP/1.1, where the server chose HTTP/2.
    func send(
        _ call: inout Call,
        over connection: HTTP2Connection
    ) async throws(EngineFault) -> Response {
        engine.registry.settle(call.request.url.origin, .shared(connection))
        let body = try HTTP2Upload.Source(call.request.body)
        let fields = try self.fields(call.request, body)
        if let response = try await exchange(fields, body, connection, call, mayRepeat: true) {
            return response
        }
        return try await send(&call)
    }

    /// The answer; `nil` where the request is to be sent once more.
    private func exchange(
        _ fields: HTTP2Fields,
        _ body: HTTP2Upload.Source?,
        _ connection: HTTP2Connection,
        _ call: Call,
        mayRepeat: Bool
    ) async throws(EngineFault) -> Response? {
        let limit = max(0, call.request.maximumResponseBytes)
        var exchange = HTTP2Exchange(
            connection,
            call: call,
            poller: poller,
            bodyLimit: limit,
            maximumExpansion: engine.configuration.maximumExpansion
        )
        do throws(EngineFault) {
            return try await exchange.run(fields, body, keeping: engine)
        } catch {
            guard mayRepeat, exchange.mayRepeat(after: error) else { throw error }
            return nil
        }
    }

    /// Opens a connection for this call and for all that wait for it.
    private func open(_ call: inout Call) async throws(EngineFault) -> Opened {
        let origin = call.request.url.origin
        do throws(EngineFault) {
            let lease = try await engine.pool.lease(origin, call: &call)
            if case .connection = lease {
                engine.registry.settle(origin, .http1)
                return .http1(lease, nil)
            }
            do throws(EngineFault) {
                return try await open(lease, &call)
            } catch {
                engine.pool.free(origin)
                throw error
            }
        } catch {
            engine.registry.settle(origin, .failed(error))
            throw error
        }
    }

    private func open(_ lease: Pool.Lease, _ call: inout Call) async throws(EngineFault) -> Opened {
        let origin = call.request.url.origin
        let pipe = try await connector.connect(&call)
        let isCertain = engine.configuration.http2.isCertain
        if pipe.negotiatedProtocol == "h2" || isCertain && !call.request.url.isSecure {
            let connection = try adopt(pipe, origin)
            engine.registry.settle(origin, .shared(connection))
            return .shared(connection)
        }
        if isCertain {
            pipe.close()
            throw EngineFault(.unsupported("the server does not speak HTTP/2"))
        }
        engine.registry.settle(origin, .http1)
        return .http1(lease, pipe)
    }

    /// Makes a connection one that is shared; it has the pool's place from now on, to its end.
    func adopt(
        _ pipe: Connection,
        _ origin: URI.Origin
    ) throws(EngineFault) -> HTTP2Connection {
        var limits = HTTP2Limits()
        limits.maxHeadBytes = engine.configuration.maximumHeadBytes
        let (registry, pool) = (engine.registry, engine.pool)
        let connection = try HTTP2Connection(
            pipe,
            limits: limits,
            idleTimeout: engine.configuration.idleTimeout,
            mustMakeWay: { pool.isCrowded },
            onEnd: { connection in
                registry.remove(connection, of: origin)
                pool.free(origin)
            }
        )
        connection.start()
        return connection
    }

    private func overHTTP1(
        _ lease: Pool.Lease,
        _ opened: Connection?,
        _ call: inout Call
    ) async throws(EngineFault) -> Response {
        let message: Message
        do throws(EngineFault) {
            message = try engine.message(of: call.request, connector)
        } catch {
            opened?.close()
            engine.pool.free(call.request.url.origin)
            throw error
        }
        return try await engine.overHTTP1(message, lease, opened, connector, &call)
    }

    private func fields(
        _ request: Request,
        _ body: HTTP2Upload.Source?
    ) throws(EngineFault) -> HTTP2Fields {
        try HTTP2Fields(
            request,
            length: body.map(\.count),
            userAgent: engine.configuration.userAgent,
            codings: CodingPlan.accepted
        )
    }
}
#endif
