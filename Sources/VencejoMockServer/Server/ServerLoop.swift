import VencejoConcurrency
import VencejoSockets

/// Accepts connections and serves each in a task of its own.
final class ServerLoop: Sendable {
    private struct State: Sendable {
        var sockets: [Int: Socket] = [:]
        var accepted = 0
        var isStopping = false
        var task: Task<Void, Never>?
    }

    let port: Int
    private let poller: Poller
    private let listener: Listener
    private let responder: Responder
    private let options: MockServer.Options
    private let state = Locked(State())

    init(responder: Responder, options: MockServer.Options) throws(MockServer.StartError) {
        self.responder = responder
        self.options = options
        guard (0...65_535).contains(options.port),
            let address = SocketAddress(literal: options.host, port: options.port)
        else { throw MockServer.StartError("\(options.host):\(options.port) is no address") }
        do throws(SocketError) {
            poller = try Poller()
            listener = try Self.listen(address, poller)
        } catch {
            throw MockServer.StartError("\(address): \(error)")
        }
        port = listener.address.port
        let task = Task.detached { await self.run() }
        state.withLock { $0.task = task }
    }

    /// The poller's thread ends here when there is nothing to listen to.
    private static func listen(
        _ address: SocketAddress,
        _ poller: Poller
    ) throws(SocketError) -> Listener {
        do throws(SocketError) {
            return try Listener(address, poller: poller)
        } catch {
            poller.stop()
            throw error
        }
    }

    var openConnections: Int { state.withLock(\.sockets.count) }
    var acceptedConnections: Int { state.withLock(\.accepted) }

    /// Ends everything and waits until it has ended.
    func stop() async {
        let (task, sockets) = state.withLock { state in
            state.isStopping = true
            return (state.task, Array(state.sockets.values))
        }
        listener.interrupt()
        for socket in sockets { socket.interrupt() }
        task?.cancel()
        await task?.value
        poller.stop()
    }

    private func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do throws(SocketError) {
                    let socket = try await listener.accept()
                    guard let id = enter(socket) else { continue }
                    group.addTask { await self.serve(socket, id: id) }
                } catch {
                    guard error.kind != .closed, error.kind != .cancelled else { break }
                    // No descriptors are left, most likely: others must end first.
                    try? await Task.sleep(for: .milliseconds(10))
                }
            }
            listener.close()
        }
    }

    private func serve(_ socket: Socket, id: Int) async {
        var connection = ServerConnection(
            socket: socket,
            responder: responder,
            options: options
        )
        await connection.serve()
        socket.close()
        _ = state.withLock { $0.sockets.removeValue(forKey: id) }
    }

    /// A place for the connection; none when there are too many, or the server stops.
    private func enter(_ socket: Socket) -> Int? {
        let id: Int? = state.withLock { state in
            guard !state.isStopping, state.sockets.count < options.maximumConnections else {
                return nil
            }
            state.accepted += 1
            state.sockets[state.accepted] = socket
            return state.accepted
        }
        if id == nil { socket.close() }
        return id
    }
}
