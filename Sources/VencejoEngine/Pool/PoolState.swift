#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets

/// What a pool decides: who gets which connection, and who waits.
///
/// It opens and closes nothing.
struct PoolState: Sendable {
    /// What is to be done outside of the lock.
    struct Step: Sendable {
        /// Has its lease and is to be woken.
        var served: Ticket?
        /// Is to be closed.
        var closed: Connection?
        /// Kept connections will grow old, and nobody watches them yet.
        var mustReap = false
    }

    /// What a call gets when it comes: a lease, or a place in the line.
    enum Entry: Sendable {
        case lease(Pool.Lease, closing: Connection?)
        case line(Ticket)
    }

    private let perOrigin: Int
    private let total: Int
    private var isReaping = false
    private var isClosed = false
    private var origins: [URI.Origin: PoolOrigin] = [:]
    /// The one asked for last, which is nearly always the one asked for next.
    private var latest: PoolOrigin?
    /// Connections open or being opened.
    private var count = 0
    private var waiting = 0
    private var lastNumber: UInt64 = 0

    init(perOrigin: Int, total: Int) {
        self.perOrigin = perOrigin
        self.total = total
    }

    mutating func enter(
        _ key: URI.Origin,
        _ priority: @autoclosure () -> Request.Priority,
        _ waiter: @autoclosure () -> Waiter
    ) -> Entry {
        let origin = origin(key)
        if let connection = origin.idle.popLast() {
            return .lease(.connection(connection), closing: nil)
        }
        if origin.count < perOrigin {
            let oldest = count < total ? nil : takeOldestIdle()
            if count < total {
                open(origin)
                return .lease(.open, closing: oldest)
            }
        }
        lastNumber += 1
        let ticket = Ticket(waiter(), priority(), number: lastNumber)
        origin.line.append(ticket)
        waiting += 1
        return .line(ticket)
    }

    /// Takes a ticket out of its line; gives what it was served in the meantime.
    mutating func leave(_ ticket: Ticket, _ key: URI.Origin) -> Pool.Lease? {
        let origin = origin(key)
        takeOut(ticket, origin)
        forget(origin)
        return ticket.lease
    }

    /// Which limit a call to an origin waits for.
    func limit(for key: URI.Origin) -> ConnectionLimit {
        origins[key]?.count ?? 0 >= perOrigin ? .perOrigin(perOrigin) : .total(total)
    }

    /// Takes a connection back: for who waits at its origin, else for later.
    ///
    /// Where the limit in all keeps somebody waiting who comes before them, it is closed for them.
    mutating func giveBack(_ connection: Connection, to key: URI.Origin) -> Step {
        let origin = origin(key)
        let own = origin.line.first
        if isClosed || isHeldUp(before: own) {
            var step = free(key)
            step.closed = connection
            return step
        }
        if let own {
            takeOut(own, origin)
            own.lease = .connection(connection)
            return Step(served: own)
        }
        origin.idle.append(connection)
        defer { isReaping = true }
        return Step(mustReap: !isReaping)
    }

    /// Notes that a connection is closed, or was never opened.
    mutating func free(_ key: URI.Origin) -> Step {
        let origin = origin(key)
        close(origin)
        defer { forget(origin) }
        var next = firstHeldUp()
        if let own = origin.line.first, next?.ticket.isBefore(own) != true { next = (own, origin) }
        guard let next else { return Step() }
        takeOut(next.ticket, next.origin)
        open(next.origin)
        next.ticket.lease = .open
        return Step(served: next.ticket)
    }

    /// Whether a call waits only because so many connections are open in all.
    var isCrowded: Bool { firstHeldUp() != nil }

    /// Takes away the kept connections that are due.
    mutating func takeIdle(where isDue: (Connection) -> Bool) -> [Connection] {
        var taken: [Connection] = []
        for origin in Array(origins.values) {
            let due = origin.idle.filter(isDue)
            guard !due.isEmpty else { continue }
            origin.idle.removeAll(where: isDue)
            taken += due
            for _ in due { close(origin) }
            forget(origin)
        }
        return taken
    }

    /// From now on no connection is kept.
    mutating func end() {
        isClosed = true
    }

    /// When the first kept connection is too old; `nil`, and nobody watches, where none is kept.
    mutating func nextExpiry() -> Nanoseconds? {
        let next = origins.values.compactMap { $0.idle.first?.expires }.min()
        if next == nil { isReaping = false }
        return next
    }
}

extension PoolState {
    private mutating func origin(_ key: URI.Origin) -> PoolOrigin {
        if let latest, latest.key == key { return latest }
        let origin = origins[key] ?? PoolOrigin(key)
        origins[key] = origin
        latest = origin
        return origin
    }

    private mutating func open(_ origin: PoolOrigin) {
        count += 1
        origin.count += 1
    }

    private mutating func close(_ origin: PoolOrigin) {
        count -= 1
        origin.count -= 1
    }

    private mutating func takeOut(_ ticket: Ticket, _ origin: PoolOrigin) {
        guard ticket.isInLine else { return }
        origin.line.remove(ticket)
        waiting -= 1
    }

    private mutating func forget(_ origin: PoolOrigin) {
        guard origin.count <= 0, origin.line.count == 0 else { return }
        origins[origin.key] = nil
        if latest === origin { latest = nil }
    }

    private func isHeldUp(before own: Ticket?) -> Bool {
        guard let other = firstHeldUp()?.ticket else { return false }
        return own.map(other.isBefore) ?? true
    }

    /// Who waits for the limit in all alone, and comes first of them.
    private func firstHeldUp() -> (ticket: Ticket, origin: PoolOrigin)? {
        guard waiting > 0, total < .max else { return nil }
        var best: (ticket: Ticket, origin: PoolOrigin)?
        for origin in origins.values where origin.count < perOrigin {
            guard let ticket = origin.line.first, best?.ticket.isBefore(ticket) != true else {
                continue
            }
            best = (ticket, origin)
        }
        return best
    }

    /// The kept connection that was used longest ago, wherever it leads.
    private mutating func takeOldestIdle() -> Connection? {
        let oldest = origins.values.filter { !$0.idle.isEmpty }.min { left, right in
            left.idle.first?.expires ?? .max < right.idle.first?.expires ?? .max
        }
        guard let origin = oldest else { return nil }
        let connection = origin.idle.removeFirst()
        close(origin)
        forget(origin)
        return connection
    }
}

/// The connections of one origin, and who waits for one.
///
/// Unchecked: all of it is read and written under the pool's lock, by nobody twice at a time.
final class PoolOrigin: Sendable {
    let key: URI.Origin
    @exclusivity(unchecked) nonisolated(unsafe) var idle: [Connection] = []
    @exclusivity(unchecked) nonisolated(unsafe) var line = TicketLine()
    /// Connections open or being opened, kept ones included.
    @exclusivity(unchecked) nonisolated(unsafe) var count = 0

    init(_ key: URI.Origin) {
        self.key = key
    }
}
#endif
