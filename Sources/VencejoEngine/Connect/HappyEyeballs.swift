#if os(Linux)
import VencejoConcurrency
import VencejoSockets

/// Tries the addresses of a host one after the other, without waiting for slow ones (RFC 8305).
///
///     0 ms    first address   ──────────────────────────────►
///     250 ms  second address          ──────────► connected: the others stop
struct HappyEyeballs: Sendable {
    let poller: Poller
    let deadline: Nanoseconds?
    /// How long an attempt is alone (RFC 8305 §8).
    var delay: Duration = .milliseconds(250)

    private enum Event: Sendable {
        case connected(Socket)
        case failed(SocketError)
        case timeForNext(Int)
    }

    func connect(_ addresses: [SocketAddress]) async throws(SocketError) -> Socket {
        guard let first = addresses.first else { throw SocketError(.nameNotFound) }
        if addresses.count == 1 { return try await attempt(first) }
        let ordered = Self.interleaved(addresses)
        return try await withTaskGroup(of: Event.self) { group in
            await race(ordered, &group)
        }.get()
    }

    private func attempt(_ address: SocketAddress) async throws(SocketError) -> Socket {
        try await Socket.connect(
            to: address,
            poller: poller,
            sharesWaiter: true,
            until: deadline
        )
    }

    /// RFC 8305 §4: families take turns, beginning with that of the first address.
    static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
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

    private func race(
        _ addresses: [SocketAddress],
        _ group: inout TaskGroup<Event>
    ) async -> Result<Socket, SocketError> {
        var started = 0
        var running = 0
        var winner: Socket?
        var failure: SocketError?
        start(addresses, &started, &running, &group)
        while running > 0, winner == nil, let event = await group.next() {
            switch event {
            case .connected(let socket): winner = socket
            case .failed(let error):
                running -= 1
                if failure == nil || error.kind == .cancelled { failure = error }
                if error.kind != .cancelled, error.kind != .timedOut {
                    start(addresses, &started, &running, &group)
                }
            case .timeForNext(let number):
                if number == started { start(addresses, &started, &running, &group) }
            }
        }
        group.cancelAll()
        for await event in group {
            if case .connected(let socket) = event { socket.close() }
        }
        if let winner { return .success(winner) }
        return .failure(failure ?? SocketError(.unreachable))
    }

    private func start(
        _ addresses: [SocketAddress],
        _ started: inout Int,
        _ running: inout Int,
        _ group: inout TaskGroup<Event>
    ) {
        guard started < addresses.count else { return }
        let address = addresses[started]
        started += 1
        running += 1
        let number = started
        group.addTask {
            do throws(SocketError) {
                return .connected(try await attempt(address))
            } catch {
                return .failed(error)
            }
        }
        guard started < addresses.count else { return }
        let next = MonotonicClock.deadline(after: delay, from: MonotonicClock.now())
        group.addTask {
            _ = await Waiter(poller: poller).wait(until: next)
            return .timeForNext(number)
        }
    }
}
#endif
