import VencejoConcurrency
import VencejoSockets

/// Accepts connections and serves each in a task of its own.
final class ServerLoop: Sendable {
    let port: Int
    let log: WireLog
    private let poller: Poller
    private let listener: Listener
    private let responder: Responder
    private let options: MockServer.Options
    private let table = Locked(ConnectionTable())

    init(responder: Responder, options: MockServer.Options) throws(MockServer.StartError) {
        self.responder = responder
        self.options = options
        log = WireLog(isOn: options.recordsWire)
        guard (0...65_535).contains(options.port),
            let address = SocketAddress(literal: options.host, port: options.port)
        else { throw MockServer.StartError("\(options.host):\(options.port) is no address") }
        do throws(SocketError) {
            if let time = options.virtualTime {
                poller = time.poller
            } else {
                poller = try Poller()
            }
            listener = try Self.listen(address, poller)
        } catch {
            throw MockServer.StartError("\(address): \(error)")
        }
        port = listener.address.port
        let task = Task.detached(executorPreference: poller.home) { await self.run() }
        table.withLock { $0.acceptor = task }
    }

    /// The poller's thread ends here when there is nothing to listen to.
    private static func listen(
        _ address: SocketAddress,
        _ poller: Poller
    ) throws(SocketError) -> Listener {
        do throws(SocketError) {
            return try Listener(address, poller: poller)
        } catch {
            if poller.home == nil { poller.stop() }
            throw error
        }
    }

    var counts: MockServer.Counts { table.withLock(\.counts) }

    /// Ends everything and waits until it has ended; handlers at work are left to themselves.
    func stop() async {
        let (acceptor, places) = table.withLock { table in
            table.isStopping = true
            return (table.acceptor, Array(table.places.values))
        }
        listener.interrupt()
        acceptor?.cancel()
        for place in places {
            place.socket.interrupt()
            place.task?.cancel()
        }
        await acceptor?.value
        await rest { $0.onlyHandlersAreLeft }
        table.withLock { table in
            // Their owners close them; who waits on the other side learns of the end now.
            for place in table.places.values { place.socket.shutDown() }
            table.places = [:]
        }
        // In a test's time others use it too.
        if poller.home == nil { poller.stop() }
    }

    /// Waits until no connection is open, or the time is over.
    func idle(until deadline: Nanoseconds?) async -> Bool {
        let waiter = Waiter(poller: poller)
        table.withLock { table in
            if table.places.isEmpty { waiter.signal() } else { table.idleWaiters.append(waiter) }
        }
        return await waiter.wait(until: deadline) == .ready
    }

    private func rest(_ isAtRest: @escaping @Sendable (ConnectionTable) -> Bool) async {
        while true {
            let waiter = Waiter(poller: poller)
            let isOver = table.withLock { table in
                if isAtRest(table) { return true }
                table.changeWaiters.append(waiter)
                return false
            }
            if isOver { return }
            _ = await waiter.wait()
            if Task.isCancelled { await Task.yield() }
        }
    }

    private func run() async {
        while !Task.isCancelled {
            do throws(SocketError) {
                enter(try await listener.accept())
            } catch {
                guard error.kind != .closed, error.kind != .cancelled else { break }
                // No descriptors are left, most likely: others must end first. A task's own sleep
                // would need one, and end the process.
                let soon = MonotonicClock.now() + 10_000_000
                _ = await Waiter(poller: poller).wait(until: soon)
            }
        }
        listener.close()
    }

    /// Gives the connection a place; closes it when there are too many, or the server stops.
    private func enter(_ socket: Socket) {
        let hasPlace = table.withLock { table in
            guard let id = table.enter(socket, most: options.maximumConnections) else {
                return false
            }
            table.places[id]?.task = Task.detached(executorPreference: poller.home) {
                await self.serve(socket, id: id)
            }
            return true
        }
        if !hasPlace { socket.close() }
    }

    private func serve(_ socket: Socket, id: Int) async {
        var connection = ServerConnection(
            id: id,
            socket: socket,
            poller: poller,
            responder: responder,
            options: options,
            log: log
        ) { isWorking in
            self.tell { $0.setWorking(isWorking, id) }
        }
        await connection.serve()
        let hasUnread = connection.exchange.hasUnread
        tell { $0.leave(id, hasUnread: hasUnread) }
        socket.close()
    }

    private func tell(_ change: (inout ConnectionTable) -> Void) {
        let waiters = table.withLock { table in
            change(&table)
            return table.takeWaiters()
        }
        for waiter in waiters { waiter.signal() }
    }
}
