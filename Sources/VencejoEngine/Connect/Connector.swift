#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets

/// Opens connections: finds addresses, connects, and agrees on TLS.
final class Connector: Sendable {
    private let poller: Poller
    private let resolver: Resolver
    private let tls: TLSContext

    init(poller: Poller, tls: TLSContext) {
        self.poller = poller
        self.tls = tls
        resolver = Resolver(poller: poller)
    }

    /// Fails where something that was chosen cannot be used.
    func check() throws(EngineFault) {
        try tls.check()
    }

    func connect(_ call: inout Call) async throws(EngineFault) -> Connection {
        let url = call.request.url
        let begin = MonotonicClock.now()
        let deadline = call.deadline(call.request.timeouts.connect, from: begin)
        let addresses: [SocketAddress]
        do {
            addresses = try await resolver.addresses(
                of: url.host,
                port: url.effectivePort,
                until: deadline
            )
        } catch {
            throw EngineFault(error, phase: call.blame(.nameLookup))
        }
        call.timings.nameLookup = call.since(begin)
        let connecting = MonotonicClock.now()
        let socket: Socket
        do {
            socket = try await HappyEyeballs(poller: poller, deadline: deadline).connect(addresses)
        } catch {
            throw EngineFault(error, phase: call.blame(.connect))
        }
        call.timings.connect = call.since(connecting)
        guard url.isSecure else { return Connection(socket) }
        do {
            return Connection(socket, tls: try await agree(socket, &call))
        } catch {
            socket.close()
            throw error
        }
    }

    private func agree(_ socket: Socket, _ call: inout Call) async throws(EngineFault) -> TLSSession
    {
        let begin = MonotonicClock.now()
        let deadline = call.deadline(call.request.timeouts.tls, from: begin)
        let session = try tls.session(
            host: call.request.url.host,
            port: call.request.url.effectivePort
        )
        while try !session.shakeHands(over: socket) {
            do {
                try await socket.waitReadable(until: deadline)
            } catch {
                throw EngineFault(error, phase: call.blame(.tls))
            }
        }
        call.timings.tls = call.since(begin)
        call.timings.tlsDetails = session.details
        return session
    }
}
#endif
