#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoSockets

/// The connections of each origin: those kept alive, and the line for those in use.
///
/// The connection used last is used first, so that the others can grow old and be closed.
final class Pool: Sendable {
    /// What a call gets: a kept connection, or the right to open one.
    enum Lease: Sendable {
        case connection(Connection)
        case open
    }

    /// A call in line.
    ///
    /// Unchecked: `lease` and `isGone` are written and read under the pool's lock.
    private final class Ticket: Sendable {
        let waiter: Waiter
        nonisolated(unsafe) var lease: Lease?
        nonisolated(unsafe) var isGone = false

        init(_ waiter: Waiter) {
            self.waiter = waiter
        }
    }

    private struct Origin: Sendable {
        var idle: [Connection] = []
        var line: [Ticket] = []
        var firstInLine = 0
        /// Connections open or being opened, kept ones included.
        var count = 0
    }

    private struct State: Sendable {
        var origins: [URI.Origin: Origin] = [:]
        var isReaping = false
        var isClosed = false
    }

    private let state = Locked(State())
    private let poller: Poller?
    private let limit: Int
    private let idleTimeout: Duration
    private let reaper: Waiter?

    init(poller: Poller?, limit: Int, idleTimeout: Duration) {
        self.poller = poller
        self.limit = limit
        self.idleTimeout = idleTimeout
        reaper = poller.map { Waiter(poller: $0) }
    }

    /// Gives a connection or the right to open one, in the order in which calls came.
    func lease(_ origin: URI.Origin, call: inout Call) async throws(EngineFault) -> Lease {
        while true {
            guard let lease = try await next(origin, &call) else {
                throw EngineFault(.noConnection(.exhausted))
            }
            guard case .connection(let connection) = lease else { return lease }
            if connection.expires > call.start, connection.isFit() { return lease }
            // Its place is kept for a fresh one.
            connection.close()
            return .open
        }
    }

    private func next(
        _ origin: URI.Origin,
        _ call: inout Call
    ) async throws(EngineFault) -> Lease? {
        guard let poller else { return nil }
        let (lease, ticket) = state.withLock { state -> (Lease?, Ticket?) in
            if let connection = state.origins[origin]?.idle.popLast() {
                return (.connection(connection), nil)
            }
            if state.origins[origin, default: Origin()].count < limit {
                state.origins[origin, default: Origin()].count += 1
                return (.open, nil)
            }
            let ticket = Ticket(Waiter(poller: poller))
            state.origins[origin, default: Origin()].line.append(ticket)
            return (nil, ticket)
        }
        guard let ticket else { return lease }
        return try await wait(ticket, origin, &call)
    }

    private func wait(
        _ ticket: Ticket,
        _ origin: URI.Origin,
        _ call: inout Call
    ) async throws(EngineFault) -> Lease? {
        let timeout = call.request.timeouts.queue
        let deadline = MonotonicClock.deadline(after: timeout, from: call.start)
        let wake = await ticket.waiter.wait(until: deadline)
        let lease = state.withLock { state in
            ticket.isGone = true
            if ticket.lease == nil { state.origins[origin]?.line.removeAll { $0 === ticket } }
            return ticket.lease
        }
        call.timings.queued = call.since(call.start)
        call.start = MonotonicClock.now()
        guard wake != .ready else { return lease }
        // It was served in the very moment in which it gave up: the next in line gets it.
        switch lease {
        case .connection(let connection): giveBack(connection, to: origin)
        case .open: free(origin)
        case nil: break
        }
        switch wake {
        case .timedOut: throw EngineFault(.timedOut(.queue))
        case .closed: throw EngineFault(.noConnection(.closed))
        case .cancelled, .ready: throw EngineFault(.cancelled)
        }
    }

    /// Takes a connection that is fit for another request.
    func giveBack(_ connection: Connection, to origin: URI.Origin) {
        let expires = MonotonicClock.deadline(after: idleTimeout, from: MonotonicClock.now())
        connection.expires = expires ?? .max
        typealias Step = (ticket: Ticket?, isRefused: Bool, mustReap: Bool)
        let step = state.withLock { state -> Step in
            if state.isClosed { return (nil, true, false) }
            if let ticket = Self.takeTicket(&state, origin) {
                ticket.lease = .connection(connection)
                return (ticket, false, false)
            }
            state.origins[origin]?.idle.append(connection)
            let mustReap = !state.isReaping
            state.isReaping = true
            return (nil, false, mustReap)
        }
        step.ticket?.waiter.signal()
        if step.isRefused { connection.close() }
        if step.mustReap { startReaping() }
    }

    /// Notes that a connection is closed, or was never opened.
    func free(_ origin: URI.Origin) {
        let ticket = state.withLock { state -> Ticket? in
            if let ticket = Self.takeTicket(&state, origin) {
                ticket.lease = .open
                return ticket
            }
            state.origins[origin]?.count -= 1
            if state.origins[origin]?.count ?? 0 <= 0 { state.origins[origin] = nil }
            return nil
        }
        ticket?.waiter.signal()
    }

    private static func takeTicket(_ state: inout State, _ origin: URI.Origin) -> Ticket? {
        guard state.origins[origin]?.line.isEmpty == false else { return nil }
        return state.origins[origin]?.line.removeFirst()
    }
}

extension Pool {
    /// Closes every kept connection.
    func closeIdle() {
        drop { _ in true }
    }

    /// Closes every kept connection now and every other one when it comes back.
    func close() {
        state.withLock { $0.isClosed = true }
        closeIdle()
        reaper?.close()
    }

    private func startReaping() {
        guard let reaper else { return }
        Task.detached { [weak self] in
            var next = self?.nextExpiry()
            while let deadline = next {
                if await reaper.wait(until: deadline) == .closed { return }
                let now = MonotonicClock.now()
                self?.drop { $0.expires <= now }
                next = self?.nextExpiry()
            }
        }
    }

    private func nextExpiry() -> Nanoseconds? {
        state.withLock { state in
            let next = state.origins.values.compactMap { $0.idle.first?.expires }.min()
            if next == nil { state.isReaping = false }
            return next
        }
    }

    private func drop(where isDue: (Connection) -> Bool) {
        let dropped = state.withLock { state -> [Connection] in
            var dropped: [Connection] = []
            for (key, var origin) in state.origins {
                let due = origin.idle.filter(isDue)
                guard !due.isEmpty else { continue }
                origin.idle.removeAll(where: isDue)
                origin.count -= due.count
                state.origins[key] = origin.count <= 0 ? nil : origin
                dropped += due
            }
            return dropped
        }
        for connection in dropped { connection.close() }
    }
}
#endif
