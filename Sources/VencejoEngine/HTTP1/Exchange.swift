#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets
import VencejoWire

/// One request and its answer on one connection.
///
/// The task that waits for the answer reads and parses it: it receives first and waits after, so
/// a small answer takes one system call.
struct Exchange {
    let connection: Connection
    let call: Call
    let limits: WireLimits
    let maximumExpansion: Int?
    var parser: ResponseParser
    var body: [UInt8] = []
    var sent: Nanoseconds = 0
    var firstByte: Nanoseconds?
    var isSentWhole = false
    var isAtEnd = false
    var hasStrayBytes = false
    /// What came behind a head that changed the protocol.
    var beyond: [UInt8] = []
    var fault: EngineFault?

    init(_ connection: Connection, call: Call, limits: WireLimits, maximumExpansion: Int?) {
        self.connection = connection
        connection.bytesSent = 0
        connection.bytesReceived = 0
        self.call = call
        self.limits = limits
        self.maximumExpansion = maximumExpansion
        parser = ResponseParser(requestMethod: call.request.method, limits: limits)
    }

    /// Whether the server closed a kept connection before it answered anything.
    var isStale: Bool {
        guard !parser.hasBegun else { return false }
        switch fault?.kind {
        case .noConnection(.closed), .noConnection(.reset): return true
        default: return false
        }
    }

    /// The connection, if another request may be sent on it.
    func keep() -> Connection? {
        guard let head = parser.head, head.keepAlive, parser.isComplete, isSentWhole,
            !hasStrayBytes, !isAtEnd, !parser.isUpgrade
        else {
            connection.close()
            return nil
        }
        return connection
    }

    /// Sends the message and waits for the whole answer.
    mutating func run(_ message: Message) async throws(EngineFault) -> Response {
        do throws(EngineFault) {
            try await send(message)
            try await receive()
            var response = try head()
            response.body = try ContentDecoder.decode(
                body,
                codings: response.headers[.contentEncoding],
                limit: limits.maxBodyBytes,
                maximumRatio: maximumExpansion
            )
            let trailers = parser.trailers
            if !trailers.isEmpty { response.trailers = trailers }
            return response
        } catch {
            fault = error
            throw error
        }
    }

    /// Sends the message and waits for the head of the answer.
    mutating func begin(_ message: Message) async throws(EngineFault) -> Response {
        do throws(EngineFault) {
            try await send(message)
            try await receiveHead()
            return try head()
        } catch {
            fault = error
            throw error
        }
    }

    private func head() throws(EngineFault) -> Response {
        guard let head = parser.head else { throw EngineFault(.noConnection(.closed)) }
        // RFC 9110 §15.2.2: nobody asked for another protocol.
        guard !parser.isUpgrade || call.request.delivery.isUpgrade else {
            throw EngineFault(.invalidResponse("the server changed the protocol unasked"))
        }
        var timings = call.timings
        timings.bytesSent = connection.bytesSent
        timings.bytesReceived = connection.bytesReceived
        timings.localAddress = connection.localAddress
        timings.remoteAddress = connection.remoteAddress
        if let firstByte { timings.firstByte = Duration(nanoseconds: firstByte - call.start) }
        timings.total = call.since(call.start)
        var response = Response(
            status: head.status,
            version: head.version,
            headers: head.headers,
            request: call.request,
            timings: timings
        )
        if !parser.informational.isEmpty {
            response.informational = parser.informational.map {
                InformationalResponse(status: $0.status, headers: $0.headers)
            }
        }
        return response
    }

    func wait(
        _ deadline: Nanoseconds?,
        _ phase: NetworkError.Phase
    ) async throws(EngineFault) {
        do {
            try await connection.socket.waitReadable(until: deadline)
        } catch {
            throw EngineFault(error, phase: call.blame(phase))
        }
    }
}
#endif
