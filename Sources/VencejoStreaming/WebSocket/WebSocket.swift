public import VencejoCore
import VencejoHTTP
import VencejoJSON

/// A WebSocket (RFC 6455): messages both ways over one connection.
///
///     let socket = try await api.webSocket("chat")
///     try await socket.send("hello")
///     for try await message in socket { print(message.text ?? "") }
///
/// The loop ends when the other side closes, and fails when the connection is lost or a rule is
/// broken. Reading holds the other side back: no more than
/// ``WebSocketOptions/mostUnreadBytes`` waits here. Pings are answered by themselves. When nobody
/// has the value any more, the connection is closed with 1001.
public final class WebSocket: Sendable {
    /// The server's answer to the opening handshake.
    public let response: Response
    private let connection: any MessageConnection
    private let coder: any BodyCoder

    init(_ connection: any MessageConnection, _ response: Response, _ coder: any BodyCoder) {
        self.connection = connection
        var response = response
        response.switched = nil
        self.response = response
        self.coder = coder
    }

    /// What the server chose of the subprotocols that were offered.
    public var subprotocol: String? { connection.subprotocol }

    /// Why the other side closed, once it has.
    public var closed: WebSocketClose? { connection.closed }

    /// The next message; nil once the other side has closed.
    @concurrent
    public func receive() async throws(NetworkError) -> WebSocketMessage? {
        try await connection.receive()
    }

    /// Sends a message, and waits while the other side is slow to take what was sent before.
    @concurrent
    public func send(_ message: WebSocketMessage) async throws(NetworkError) {
        try await connection.send(message)
    }

    /// Sends a value as a text, written by the client's coder.
    @concurrent
    public func send(json value: some Encodable & Sendable) async throws(NetworkError) {
        let bytes: [UInt8]
        do {
            bytes = try coder.encode(value)
        } catch {
            throw NetworkError(
                .invalidRequest(.encoding("\(error)")),
                request: response.request,
                underlying: error
            )
        }
        try await connection.send(.text(String(decoding: bytes, as: UTF8.self)))
    }

    /// Sends a ping and waits for its pong: a proof that the other side is there.
    @concurrent
    public func ping() async throws(NetworkError) {
        try await connection.ping()
    }

    /// Begins to close; what the other side still sends can be read until it has closed too.
    ///
    /// Codes that may not be sent (RFC 6455 §7.4.1) are left out.
    public func close(_ code: WebSocketClose.Code = .normal, reason: String = "") {
        connection.close(WebSocketClose(code, reason: reason))
    }

    /// The messages decoded from JSON, by the client's coder.
    public func messages<Value: Decodable & Sendable>(
        as type: Value.Type = Value.self
    ) -> DecodedMessages<Value> {
        DecodedMessages(socket: self)
    }

    fileprivate func decode<Value: Decodable>(
        _ type: Value.Type,
        _ message: WebSocketMessage
    ) throws(NetworkError) -> Value {
        let answer = Response(
            status: .ok,
            body: ResponseBody(message.bytes),
            request: response.request
        )
        guard let json = coder as? JSON else {
            do {
                return try coder.decode(type, from: message.bytes)
            } catch {
                throw NetworkError(.other, request: answer.request, underlying: error)
            }
        }
        return try answer.decode(type, with: json)
    }
}

extension WebSocket: AsyncSequence {
    public typealias Element = WebSocketMessage
    public typealias Failure = NetworkError

    public func makeAsyncIterator() -> Iterator {
        Iterator(socket: self)
    }

    /// Takes the messages one after the other; two of them share what comes.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let socket: WebSocket

        public mutating func next() async throws(NetworkError) -> WebSocketMessage? {
            try await socket.receive()
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> WebSocketMessage? {
            try await socket.receive()
        }
    }
}

/// The messages of a WebSocket, each decoded from JSON.
public struct DecodedMessages<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = NetworkError

    let socket: WebSocket

    public func makeAsyncIterator() -> Iterator {
        Iterator(socket: socket)
    }

    /// Takes the values one after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let socket: WebSocket

        public mutating func next() async throws(NetworkError) -> Value? {
            try await next(isolation: nil)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> Value? {
            guard let message = try await socket.receive() else { return nil }
            return try socket.decode(Value.self, message)
        }
    }
}
