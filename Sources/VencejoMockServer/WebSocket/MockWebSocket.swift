import VencejoConcurrency
import VencejoSockets
import VencejoWire

/// A message of a WebSocket.
public enum MockMessage: Sendable, Hashable {
    case text(String)
    case binary([UInt8])

    var payload: WebSocketPayload {
        switch self {
        case .text(let text): .text(text)
        case .binary(let bytes): .binary(bytes)
        }
    }

    init(_ payload: WebSocketPayload) {
        switch payload {
        case .text(let text): self = .text(text)
        case .binary(let bytes): self = .binary(bytes)
        }
    }
}

/// What came over a WebSocket.
public enum MockSocketEvent: Sendable, Hashable {
    case message(MockMessage)
    /// It has been answered already.
    case ping([UInt8])
    case pong([UInt8])
    /// The client closed; nothing comes after it.
    case close(code: Int?, reason: String)
    /// The client broke a rule; nothing comes after it.
    case broken(String)
    /// The connection ended without a close.
    case lost
}

/// The server's side of a WebSocket (RFC 6455).
///
///     server.on(.get, "echo") { request in
///         .webSocket(for: request) { socket in
///             while let message = await socket.receive() { await socket.send(message) }
///         }
///     }
///
/// When the closure returns, the connection is closed: with 1000, unless something else was said.
public final class MockWebSocket: Sendable {
    private struct State: Sendable {
        var machine: WebSocketMachine
        var events: [MockSocketEvent] = []
        var isOver = false
    }

    private let socket: Socket
    private let note: @Sendable (_ isSent: Bool, _ bytes: [UInt8]) -> Void
    private let state: Locked<State>
    private let sending = Turnstile(limit: 1)
    /// What the client chose of the subprotocols.
    public let subprotocol: String?

    init(
        _ socket: Socket,
        _ machine: WebSocketMachine,
        subprotocol: String?,
        first: [UInt8],
        note: @escaping @Sendable (_ isSent: Bool, _ bytes: [UInt8]) -> Void
    ) {
        self.socket = socket
        self.subprotocol = subprotocol
        self.note = note
        state = Locked(State(machine: machine))
        if !first.isEmpty { take(first) }
    }

    /// The next message; nil once the connection is over, in whatever way.
    public func receive() async -> MockMessage? {
        while true {
            switch await next() {
            case .message(let message): return message
            case .ping, .pong: continue
            case .close, .broken, .lost: return nil
            }
        }
    }

    /// The next event of any kind; one task asks at a time.
    public func next() async -> MockSocketEvent {
        while true {
            let (event, isOver) = state.withLock { state in
                (state.events.isEmpty ? nil : state.events.removeFirst(), state.isOver)
            }
            if let event { return event }
            if isOver { return .lost }
            guard let bytes = try? await socket.receiveSome(upTo: 65_536), !bytes.isEmpty else {
                state.withLock { $0.isOver = true }
                continue
            }
            note(false, bytes)
            take(bytes)
            await flush()
        }
    }

    private func take(_ bytes: [UInt8]) {
        state.withLock { state in
            for event in state.machine.receive(bytes) {
                switch event {
                case .message(let payload): state.events.append(.message(MockMessage(payload)))
                case .ping(let payload): state.events.append(.ping(payload))
                case .pong(let payload): state.events.append(.pong(payload))
                case .close(let code, let reason):
                    state.events.append(.close(code: code.map(Int.init), reason: reason))
                case .failed(let fault): state.events.append(.broken(fault.description))
                }
            }
            if state.machine.isOver { state.isOver = true }
        }
    }

    /// Sends a message; false when the connection is closing or gone.
    @discardableResult
    public func send(_ message: MockMessage) async -> Bool {
        guard state.withLock({ $0.machine.send(message.payload) }) else { return false }
        return await flush()
    }

    /// Sends a ping of at most 125 bytes.
    @discardableResult
    public func ping(_ payload: [UInt8] = []) async -> Bool {
        guard state.withLock({ $0.machine.ping(payload) }) else { return false }
        return await flush()
    }

    /// Begins to close; the client's answer comes as an event.
    @discardableResult
    public func close(code: Int? = 1000, reason: String = "") async -> Bool {
        state.withLock { $0.machine.close(code.flatMap(UInt16.init(exactly:)), reason) }
        return await flush()
    }

    /// Sends bytes as they are, right or wrong.
    @discardableResult
    public func sendBytes(_ bytes: [UInt8]) async -> Bool { await write(bytes) }

    /// Ends the connection without a word.
    public func drop() {
        state.withLock { $0.isOver = true }
        socket.finishSending()
    }

    @discardableResult
    private func flush() async -> Bool {
        // Whoever is first in line takes what there is; the order is the machine's.
        await turn {
            let output = self.state.withLock { $0.machine.takeOutput() }
            return output.isEmpty ? true : await self.put(output)
        }
    }

    private func write(_ bytes: [UInt8]) async -> Bool {
        await turn { await self.put(bytes) }
    }

    private func turn(_ body: @Sendable () async -> Bool) async -> Bool {
        guard await sending.enter() else { return false }
        let result = await body()
        sending.leave()
        return result
    }

    private func put(_ bytes: [UInt8]) async -> Bool {
        note(true, bytes)
        return (try? await socket.send(bytes)) != nil
    }

    /// Closes in good order once the script is through.
    func finish(until deadline: Nanoseconds?) async {
        if !state.withLock({ $0.isOver }) {
            await close()
            while !state.withLock({ $0.isOver }) {
                guard
                    let bytes = try? await socket.receiveSome(upTo: 65_536, until: deadline),
                    !bytes.isEmpty
                else { break }
                take(bytes)
            }
        }
    }
}
