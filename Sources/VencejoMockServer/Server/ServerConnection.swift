import VencejoConcurrency
import VencejoHTTP
import VencejoSockets

/// Serves one connection until it ends: one request after another, in order.
struct ServerConnection: Sendable {
    enum End: Error, Sendable {
        case clientGone
        case reset
    }

    /// How long a client that was refused may go on sending before it is cut off.
    private static let lingering: Duration = .seconds(2)
    private static let mostLingeringBytes = 4 << 20

    let id: Int
    let socket: Socket
    let poller: Poller
    let responder: Responder
    let options: MockServer.Options
    let log: WireLog
    /// Told when a handler begins and ends its work.
    let working: @Sendable (Bool) -> Void
    var exchange: Exchange
    private var slowness: (bytes: Int, pause: Duration)?
    /// What takes the content of the request that is coming.
    private var receiver: MockReceiver?
    /// When the request that began must be whole.
    private var deadline: Nanoseconds?
    /// When the next request must have begun.
    private var idleDeadline: Nanoseconds?

    init(
        id: Int,
        socket: Socket,
        poller: Poller,
        responder: Responder,
        options: MockServer.Options,
        log: WireLog,
        working: @escaping @Sendable (Bool) -> Void
    ) {
        self.id = id
        self.socket = socket
        self.poller = poller
        self.responder = responder
        self.options = options
        self.log = log
        self.working = working
        exchange = Exchange(options: options)
    }

    /// Errors end here: the client is gone, or the server stops, and nobody is left to tell.
    mutating func serve() async {
        log.note(id, "open")
        do {
            try await suffer(responder.connectionFault(id))
            while !Task.isCancelled, try await step() {}
        } catch End.reset {
            log.note(id, "reset")
            socket.reset()
            return
        } catch {
            log.note(id, "over: \(error)")
            return
        }
        log.note(id, "close")
    }

    private mutating func suffer(_ fault: ConnectionFault?) async throws {
        switch fault?.act {
        case .close: throw End.clientGone
        case .reset: throw End.reset
        case .slowReading(let bytes, let pause): slowness = (bytes, pause)
        case nil: return
        case .silence:
            while true { try await socket.waitReadable(until: nil) }
        }
    }

    /// Whether the connection goes on.
    private mutating func step() async throws -> Bool {
        switch exchange.next() {
        case .needsBytes:
            return try await receive()
        case .awaitsContinue:
            try await send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            return true
        case .head(let request, let keepsAlive):
            guard let early = responder.earlyRoute(for: request) else {
                try await beginReceiving(request)
                return true
            }
            exchange.answerEarly()
            deadline = nil
            return try await answer(request, by: early, keepsAlive && options.keepsAlive)
        case .content(let bytes):
            // What flows is not late, however long all of it takes.
            deadline = nil
            if receiver?.take(bytes) == false { throw End.reset }
            return true
        case .request(let request, let keepsAlive):
            deadline = nil
            idleDeadline = nil
            let route = receiver.map { receiver in
                Route(nil, "*") { _ in await receiver.answer() }
            }
            receiver = nil
            return try await answer(request, by: route, keepsAlive && options.keepsAlive)
        case .refused(let status):
            try await refuse(status)
            return false
        }
    }

    private mutating func beginReceiving(_ request: RecordedRequest) async throws {
        guard let receiver = await responder.receiver(for: request) else { return }
        self.receiver = receiver
        exchange.giveContent()
        if !receiver.interim.isEmpty { try await send(MessageBytes.interim(receiver.interim)) }
    }

    private mutating func receive() async throws -> Bool {
        if let slowness { try await rest(until: after(slowness.pause)) }
        let isIdle = !exchange.isWithinRequest
        let limit = isIdle ? idleLimit() : requestLimit()
        let most = slowness?.bytes ?? .max
        switch await typed({ () throws(SocketError) in try await receive(upTo: most, until: limit) }
        )
        {
        case .success(let bytes):
            exchange.take(bytes)
            return !bytes.isEmpty
        case .failure(let error):
            guard error.kind == .timedOut else { throw error }
            if !isIdle { try await refuse(408) }
            return false
        }
    }

    func receive(
        upTo limit: Int = .max,
        until deadline: Nanoseconds?
    ) async throws(SocketError) -> [UInt8] {
        let bytes = try await socket.receiveSome(upTo: limit, until: deadline)
        log.received(id, bytes)
        return bytes
    }

    private mutating func idleLimit() -> Nanoseconds? {
        if idleDeadline == nil { idleDeadline = after(options.idleTimeout) }
        return idleDeadline
    }

    private mutating func requestLimit() -> Nanoseconds? {
        if deadline == nil { deadline = after(options.requestTimeout) }
        return deadline
    }

    /// Fails when the client does not take the bytes in time.
    func send(_ bytes: [UInt8]) async throws {
        log.sent(id, bytes)
        try await socket.send(bytes, until: after(options.idleTimeout))
    }

    private mutating func refuse(_ status: HTTPStatus) async throws {
        let nothing = RecordedRequest(method: .get, target: "/")
        let response = MockResponse.failed(status).settled(for: nothing)
        try await send(MessageBytes.head(response, closing: true).head + response.body)
        try await linger()
    }

    /// Closes in stages, so that the client can read the answer first (RFC 9112 §9.6).
    func linger() async throws {
        socket.finishSending()
        let deadline = after(Self.lingering)
        var received = 0
        while received < Self.mostLingeringBytes {
            let count = try await receive(until: deadline).count
            guard count > 0 else { return }
            received += count
        }
    }

    /// Lets time pass; fails when the server stops meanwhile.
    func rest(until deadline: Nanoseconds?) async throws {
        guard await Waiter(poller: poller).wait(until: deadline) == .timedOut else {
            throw End.clientGone
        }
    }

    func after(_ duration: Duration) -> Nanoseconds? {
        MonotonicClock.deadline(after: duration, from: MonotonicClock.now())
    }
}
