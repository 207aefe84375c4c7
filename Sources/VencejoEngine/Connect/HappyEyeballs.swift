#if os(Linux)
package import VencejoSockets

/// Tries the addresses of a host one after the other, without waiting for slow ones (RFC 8305).
///
///     0 ms    first address   ──────────────────────────────►
///     250 ms  second address          ──────────► connected: the others stop
///
/// ``ConnectionRace`` decides; here is what waits.
package struct HappyEyeballs: Sendable {
    private let poller: Poller
    private let deadline: Nanoseconds?
    private let delay: Duration

    private enum Event: Sendable {
        case connected(Socket)
        case failed(SocketError)
        case delayOver(Int)
    }

    /// Tries until `deadline`; an attempt is alone for so long at first (RFC 8305 §8).
    package init(
        poller: Poller,
        deadline: Nanoseconds?,
        delay: Duration = .milliseconds(250)
    ) {
        self.poller = poller
        self.deadline = deadline
        self.delay = delay
    }

    package func connect(_ addresses: [SocketAddress]) async throws(SocketError) -> Socket {
        if addresses.count == 1 { return try await attempt(addresses[0]) }
        return try await withTaskGroup(of: Event.self) { group in
            await race(addresses, &group)
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

    private func race(
        _ addresses: [SocketAddress],
        _ group: inout TaskGroup<Event>
    ) async -> Result<Socket, SocketError> {
        var race = ConnectionRace(addresses)
        var step = race.begin()
        var winner: Socket?
        var failure: SocketError?
        while winner == nil, failure == nil {
            if case .start(let address, let number, let mayWait) = step {
                start(address, number, mayWait, &group)
            }
            if case .lost(let error) = step {
                failure = error
                break
            }
            switch await group.next() {
            case .connected(let socket): winner = socket
            case .failed(let error): step = race.receive(.failed(error))
            case .delayOver(let number): step = race.receive(.delayOver(number))
            case nil: failure = SocketError(.unreachable)
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
        _ address: SocketAddress,
        _ number: Int,
        _ mayWait: Bool,
        _ group: inout TaskGroup<Event>
    ) {
        group.addTask {
            do throws(SocketError) {
                return .connected(try await attempt(address))
            } catch {
                return .failed(error)
            }
        }
        guard mayWait else { return }
        let next = MonotonicClock.deadline(after: delay, from: MonotonicClock.now())
        group.addTask {
            _ = await Waiter(poller: poller).wait(until: next)
            return .delayOver(number)
        }
    }
}
#endif
