#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoSockets

/// What each origin speaks, and the HTTP/2 connections that its calls share.
///
///     unknown ──first call opens, the others wait──► HTTP/2: all on one connection
///                                               └──► HTTP/1.1: each goes its way
final class HTTP2Registry: Sendable {
    /// Which way a call goes.
    enum Route: Sendable {
        case shared(HTTP2Connection)
        /// This call opens a connection for all, and must say what came of it.
        case lead
        case http1
    }

    /// What came of opening a connection.
    enum Outcome: Sendable {
        case shared(HTTP2Connection)
        case http1
        case failed(EngineFault)
    }

    private enum Verdict: Sendable {
        case lookAgain
        case failed(EngineFault)
    }

    /// A call that waits for what another finds out.
    private final class Ticket: Sendable {
        let waiter: Waiter
        let verdict = Locked<Verdict?>(nil)

        init(_ waiter: Waiter) {
            self.waiter = waiter
        }
    }

    private struct Origin: Sendable {
        var connection: HTTP2Connection?
        var speaksHTTP1 = false
        var isOpening = false
        var line: [Ticket] = []
    }

    private let origins = Locked<[URI.Origin: Origin]>([:])
    /// Beyond so many origins, what is known of those without a connection is forgotten.
    private static let most = 1_024

    /// Finds the way of a call; waits while another opens a connection to the same origin.
    func route(
        _ origin: URI.Origin,
        _ call: Call,
        poller: Poller
    ) async throws(EngineFault) -> Route {
        let begin = MonotonicClock.now()
        let timeouts = call.request.timeouts
        var limit = timeouts.connect
        if let connect = limit, let tls = timeouts.tls { limit = connect + tls }
        let deadline = call.deadline(limit, from: begin)
        while true {
            let (route, ticket) = look(origin, poller)
            if let route { return route }
            guard let ticket else { return .lead }
            let wake = await ticket.waiter.wait(until: deadline)
            leave(ticket, origin)
            switch wake {
            case .timedOut: throw EngineFault(.timedOut(call.blame(.connect)))
            case .cancelled: throw EngineFault(.cancelled)
            case .closed: throw EngineFault(.noConnection(.closed))
            case .ready:
                if case .failed(let fault)? = ticket.verdict.withLock({ $0 }) { throw fault }
            }
        }
    }

    private func look(_ origin: URI.Origin, _ poller: Poller) -> (Route?, Ticket?) {
        origins.withLock { origins in
            var known = origins[origin] ?? Origin()
            defer { origins[origin] = known }
            if let connection = known.connection {
                if connection.takesRequests { return (.shared(connection), nil) }
                known.connection = nil
            }
            if known.speaksHTTP1 { return (.http1, nil) }
            if known.isOpening {
                let ticket = Ticket(Waiter(poller: poller))
                known.line.append(ticket)
                return (nil, ticket)
            }
            known.isOpening = true
            return (.lead, nil)
        }
    }

    private func leave(_ ticket: Ticket, _ origin: URI.Origin) {
        origins.withLock { origins in
            guard origins[origin]?.line.isEmpty == false else { return }
            origins[origin]?.line.removeAll { $0 === ticket }
        }
    }

    /// Says what came of opening a connection, to whoever waits and for later calls.
    func settle(_ origin: URI.Origin, _ outcome: Outcome) {
        let line = origins.withLock { origins -> [Ticket] in
            if origins.count > Self.most { Self.forget(&origins) }
            var known = origins[origin] ?? Origin()
            let line = known.line
            known.line = []
            known.isOpening = false
            switch outcome {
            case .shared(let connection):
                known.connection = connection
                known.speaksHTTP1 = false
            case .http1: known.speaksHTTP1 = true
            case .failed: break
            }
            origins[origin] = known
            return line
        }
        for ticket in line {
            ticket.verdict.withLock { $0 = Self.verdict(outcome) }
            ticket.waiter.signal()
        }
    }

    /// What those who wait make of it: the first call's own end is not theirs.
    private static func verdict(_ outcome: Outcome) -> Verdict {
        guard case .failed(let fault) = outcome else { return .lookAgain }
        switch fault.kind {
        case .cancelled, .timedOut(.total), .timedOut(.queue): return .lookAgain
        default: return .failed(fault)
        }
    }

    private static func forget(_ origins: inout [URI.Origin: Origin]) {
        origins = origins.filter { $0.value.connection != nil || $0.value.isOpening }
    }

    /// Forgets a connection that has ended.
    func remove(_ connection: HTTP2Connection, of origin: URI.Origin) {
        origins.withLock { origins in
            guard origins[origin]?.connection === connection else { return }
            origins[origin]?.connection = nil
        }
    }

    /// Ends the connection that nobody has used for the longest time, if there is one.
    func makeRoom() {
        let connections = origins.withLock { origins in
            origins.values.compactMap(\.connection)
        }
        var oldest: (connection: HTTP2Connection, since: Nanoseconds)?
        for connection in connections {
            guard let since = connection.idleSince, since < oldest?.since ?? .max else { continue }
            oldest = (connection, since)
        }
        oldest?.connection.close()
    }

    /// Ends every connection: at once where nobody uses it, else with its last call.
    func close() {
        let connections = origins.withLock { origins in
            origins.values.compactMap(\.connection)
        }
        for connection in connections { connection.close() }
    }
}
#endif
