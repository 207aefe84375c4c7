import VencejoHTTP
import VencejoSockets

/// Serves one connection until it ends: one request after another, in order.
struct ServerConnection: Sendable {
    private enum End: Error, Sendable {
        case clientGone
    }

    /// How long a client that was refused may go on sending before it is cut off.
    private static let lingering: Duration = .seconds(2)
    private static let mostLingeringBytes = 4 << 20
    /// So many bytes of an answer must be taken before the next deadline.
    private static let portion = 64 << 10

    private let socket: Socket
    private let responder: Responder
    private let options: MockServer.Options
    private var exchange: Exchange
    private var buffer = [UInt8](repeating: 0, count: 32 << 10)
    /// When the request that began must be whole.
    private var deadline: Nanoseconds?
    /// When the next request must have begun.
    private var idleDeadline: Nanoseconds?

    init(socket: Socket, responder: Responder, options: MockServer.Options) {
        self.socket = socket
        self.responder = responder
        self.options = options
        exchange = Exchange(options: options)
    }

    /// Errors end here: the client is gone, or the server stops, and nobody is left to tell.
    mutating func serve() async {
        do {
            while !Task.isCancelled, try await step() {}
        } catch {
            return
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
        case .request(let request, let keepsAlive):
            deadline = nil
            idleDeadline = nil
            return try await answer(request, keepsAlive: keepsAlive && options.keepsAlive)
        case .refused(let status):
            try await refuse(status)
            return false
        }
    }

    private mutating func receive() async throws -> Bool {
        let isIdle = !exchange.isWithinRequest
        let limit = isIdle ? idleLimit() : requestLimit()
        let count: Int
        do {
            count = try await socket.receive(into: &buffer, until: limit)
        } catch  where error.kind == .timedOut {
            if isIdle { return false }
            try await refuse(408)
            return false
        }
        exchange.take(buffer.prefix(count))
        return count > 0
    }

    private mutating func idleLimit() -> Nanoseconds? {
        if idleDeadline == nil { idleDeadline = after(options.idleTimeout) }
        return idleDeadline
    }

    private mutating func requestLimit() -> Nanoseconds? {
        if deadline == nil { deadline = after(options.requestTimeout) }
        return deadline
    }

    private mutating func answer(
        _ request: RecordedRequest,
        keepsAlive: Bool
    ) async throws -> Bool {
        let (response, wait) = await responder.answer(request)
        if wait > .zero { try await pass(until: after(wait)) }
        if response.delivery == .never { try await pass(until: nil) }
        let closing = response.closesConnection || !keepsAlive
        try await send(MessageBytes.make(response, for: request, closing: closing))
        guard closing || response.delivery.endsConnection else { return true }
        try await linger()
        return false
    }

    /// Fails when the client takes no portion of the bytes in time.
    private func send(_ bytes: [UInt8]) async throws {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Self.portion)
            let isWhole = start == 0 && end == bytes.count
            let part = isWhole ? bytes : Array(bytes[start..<end])
            try await socket.send(part, until: after(options.idleTimeout))
            start = end
        }
    }

    /// Lets time pass, and ends the connection when the client goes meanwhile.
    private mutating func pass(until deadline: Nanoseconds?) async throws {
        do {
            while true {
                if exchange.isFull {
                    try await Task.sleep(for: .milliseconds(20))
                    if let deadline, MonotonicClock.now() >= deadline { return }
                    continue
                }
                let count = try await socket.receive(into: &buffer, until: deadline)
                guard count > 0 else { throw End.clientGone }
                exchange.take(buffer.prefix(count))
            }
        } catch let error as SocketError where error.kind == .timedOut {
            return
        }
    }

    private mutating func refuse(_ status: HTTPStatus) async throws {
        let nothing = RecordedRequest(method: .get, target: "/")
        let response = MockResponse.failed(status).settled(for: nothing)
        try await send(MessageBytes.make(response, for: nothing, closing: true))
        try await linger()
    }

    /// Closes in stages, so that the client can read the answer first (RFC 9112 §9.6).
    private mutating func linger() async throws {
        socket.finishSending()
        let deadline = after(Self.lingering)
        var received = 0
        while received < Self.mostLingeringBytes {
            let count = try await socket.receive(into: &buffer, until: deadline)
            guard count > 0 else { return }
            received += count
        }
    }

    private func after(_ duration: Duration) -> Nanoseconds? {
        MonotonicClock.deadline(after: duration, from: MonotonicClock.now())
    }
}
