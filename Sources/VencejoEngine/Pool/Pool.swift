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

    private let state: Locked<PoolState>
    private let poller: Poller?
    private let idleTimeout: Nanoseconds?
    private let reaper: Waiter?
    private let makeRoom: @Sendable () -> Void

    /// At most `limit` connections to one origin and `total` in all; without a poller, none.
    ///
    /// `makeRoom` is asked, where the limit in all is reached and no kept connection can go, to
    /// end one of those that are not kept here; each gives its place back by ``free(_:)``.
    init(
        poller: Poller?,
        limit: Int,
        total: Int = .max,
        idleTimeout: Duration,
        makeRoom: @escaping @Sendable () -> Void = {}
    ) {
        self.poller = poller
        self.makeRoom = makeRoom
        self.idleTimeout = idleTimeout.nanoseconds
        state = Locked(PoolState(perOrigin: limit, total: total))
        reaper = poller.map { Waiter(poller: $0) }
    }

    /// Gives a connection or the right to open one, in the order in which calls came.
    func lease(_ origin: URI.Origin, call: inout Call) async throws(EngineFault) -> Lease {
        switch try enter(origin, call) {
        case .lease(let lease, _): lease
        case .line(let ticket): try await wait(ticket, origin, &call)
        }
    }

    /// What a call gets without a wait: a lease, or a place in the line.
    func enter(_ origin: URI.Origin, _ call: Call) throws(EngineFault) -> PoolState.Entry {
        guard let poller else { throw EngineFault(.noConnection(.exhausted)) }
        let request = call.request
        let entry = state.withLock { state in
            state.enter(origin, request.priority, Waiter(poller: poller))
        }
        guard case .lease(let lease, let closing) = entry else {
            if isCrowded { makeRoom() }
            return entry
        }
        closing?.close()
        return .lease(fit(lease, call), closing: nil)
    }

    /// Whether somebody waits for the limit in all.
    var isCrowded: Bool { state.withLock { $0.isCrowded } }

    private func fit(_ lease: Lease, _ call: Call) -> Lease {
        guard case .connection(let connection) = lease else { return lease }
        if connection.expires > call.start, connection.isFit() { return lease }
        // Its place is kept for a fresh one.
        connection.close()
        return .open
    }

    /// Waits in line for a lease.
    func wait(
        _ ticket: Ticket,
        _ origin: URI.Origin,
        _ call: inout Call
    ) async throws(EngineFault) -> Lease {
        let timeout = call.request.timeouts.queue
        let deadline = MonotonicClock.deadline(after: timeout, from: call.start)
        let wake = await ticket.waiter.wait(until: deadline)
        let (lease, limit) = state.withLock { state in
            let limit = state.limit(for: origin)
            return (state.leave(ticket, origin), limit)
        }
        call.leaveLine(at: MonotonicClock.now())
        if wake == .ready, let lease { return fit(lease, call) }
        // It was served in the very moment in which it gave up: the next in line gets it.
        switch lease {
        case .connection(let connection): giveBack(connection, to: origin)
        case .open: free(origin)
        case nil: break
        }
        switch wake {
        case .timedOut: throw EngineFault(.timedOut(.queue), underlying: limit)
        case .closed, .ready: throw EngineFault(.noConnection(.closed))
        case .cancelled: throw EngineFault(.cancelled)
        }
    }

    /// Takes a connection that is fit for another request.
    func giveBack(_ connection: Connection, to origin: URI.Origin) {
        let now = MonotonicClock.now()
        connection.expires = idleTimeout.map { now &+ $0 } ?? .max
        let step = state.withLock { $0.giveBack(connection, to: origin) }
        take(step)
    }

    /// Notes that a connection is closed, or was never opened.
    func free(_ origin: URI.Origin) {
        take(state.withLock { $0.free(origin) })
    }

    private func take(_ step: PoolState.Step) {
        step.served?.waiter.signal()
        step.closed?.close()
        if step.mustReap { startReaping() }
    }
}

extension Pool {
    /// Closes every kept connection; without any other, the poller's thread ends too.
    func closeIdle() {
        drop { _ in true }
        reaper?.signal()
        poller?.rest()
    }

    /// Closes every kept connection now and every other one when it comes back.
    func close() {
        state.withLock { $0.end() }
        closeIdle()
        reaper?.close()
    }

    private func startReaping() {
        guard let reaper else { return }
        Task.detached(executorPreference: poller?.home) { [weak self] in
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
        state.withLock { $0.nextExpiry() }
    }

    private func drop(where isDue: (Connection) -> Bool) {
        let dropped = state.withLock { $0.takeIdle(where: isDue) }
        for connection in dropped { connection.close() }
    }
}
#endif
