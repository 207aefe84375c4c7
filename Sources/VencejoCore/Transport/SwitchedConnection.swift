/// What a transport hands over when the protocol was changed (RFC 9110 §7.8).
public enum SwitchedConnection: Sendable {
    /// The bytes of the connection: the protocol is the caller's business.
    case bytes(any DuplexConnection)
    /// WebSocket messages, where the system speaks the protocol itself.
    case messages(any MessageConnection)
}

/// A connection in both directions, whose bytes mean what its two ends agreed on.
public protocol DuplexConnection: Sendable {
    /// The next bytes, at least one; nil once the other side has ended.
    ///
    /// One task reads at a time. Fails when the connection breaks or is closed.
    func read() async throws(NetworkError) -> [UInt8]?

    /// Puts bytes in line, to be sent in order; fails where the connection is closed.
    func write(_ bytes: [UInt8]) throws(NetworkError)

    /// Waits until the system has taken most of what is in line.
    func drained() async throws(NetworkError)

    /// Whether ``drained()`` would wait now; false where nobody says otherwise.
    var isFull: Bool { get }

    /// Sends what the system takes in a short time, and closes.
    func close()
}

extension DuplexConnection {
    public var isFull: Bool { false }
}

/// A WebSocket that the system speaks.
public protocol MessageConnection: Sendable {
    /// What the server chose of the subprotocols offered.
    var subprotocol: String? { get }

    /// The next message; nil once the connection was closed in good order.
    func receive() async throws(NetworkError) -> WebSocketMessage?

    func send(_ message: WebSocketMessage) async throws(NetworkError)

    /// Sends a ping and waits for its pong.
    func ping() async throws(NetworkError)

    /// Closes; returns before the other side has answered.
    func close(_ close: WebSocketClose)

    /// Why the connection was closed, once it is.
    var closed: WebSocketClose? { get }
}
