import VencejoSockets

extension ServerConnection {
    /// How long a client may take to answer the server's close.
    private static let closing: Duration = .seconds(2)

    /// Speaks WebSocket until the script is through; the connection ends with it.
    mutating func converse(_ script: MockSocketScript) async throws {
        let (id, log) = (id, log)
        let socket = MockWebSocket(
            socket,
            script.machine,
            subprotocol: script.subprotocol,
            first: exchange.takeRest(),
            note: { isSent, bytes in
                if isSent { log.sent(id, bytes) } else { log.received(id, bytes) }
            }
        )
        working(true)
        await script.run(socket)
        working(false)
        await socket.finish(until: after(Self.closing))
        try await linger()
    }
}
