#if os(Linux)
package import VencejoSockets

/// Which address of a host is tried when (RFC 8305 §4, §5); it knows no sockets and no clock.
///
///     begin ──► start ──delay over, or failed──► start ──► … ──connected──► won
///                                                          ──all failed───► lost
package struct ConnectionRace: Sendable {
    package enum Event: Sendable {
        case connected
        case failed(SocketError)
        /// The attempt of this number has been alone for long enough.
        case delayOver(Int)
    }

    package enum Step: Sendable, Hashable {
        /// Try this address; where `mayWait`, tell when the attempt has been alone long enough.
        case start(SocketAddress, number: Int, mayWait: Bool)
        case wait
        case won
        case lost(SocketError)
    }

    private let addresses: [SocketAddress]
    private var started = 0
    private var running = 0
    private var failure: SocketError?

    package init(_ addresses: [SocketAddress]) {
        self.addresses = Self.interleaved(addresses)
    }

    /// RFC 8305 §4: families take turns, beginning with that of the first address.
    package static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first else { return [] }
        let same = addresses.filter { $0.isIPv6 == first.isIPv6 }
        let other = addresses.filter { $0.isIPv6 != first.isIPv6 }
        var ordered: [SocketAddress] = []
        for index in 0..<max(same.count, other.count) {
            if index < same.count { ordered.append(same[index]) }
            if index < other.count { ordered.append(other[index]) }
        }
        return ordered
    }

    package mutating func begin() -> Step { next() }

    package mutating func receive(_ event: Event) -> Step {
        switch event {
        case .connected: return .won
        case .delayOver(let number):
            return number == started ? next() : .wait
        case .failed(let error):
            running -= 1
            // The first says most; that the caller has left says all.
            if failure == nil || error.kind == .cancelled { failure = error }
            if error.kind == .cancelled || error.kind == .timedOut { started = addresses.count }
            return next()
        }
    }

    private mutating func next() -> Step {
        guard started < addresses.count else {
            return running > 0 ? .wait : .lost(failure ?? SocketError(.nameNotFound))
        }
        started += 1
        running += 1
        let mayWait = started < addresses.count
        return .start(addresses[started - 1], number: started, mayWait: mayWait)
    }
}
#endif
