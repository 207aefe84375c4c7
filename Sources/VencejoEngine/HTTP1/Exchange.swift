#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets
import VencejoWire

/// One request and its answer on one connection.
///
/// The task that waits for the answer reads and parses it: it receives first and waits after, so
/// a small answer takes one system call.
///
/// A class, since it is large and handed on often; one task at a time has it.
final class Exchange {
    let connection: Connection
    let call: Call
    let limits: WireLimits
    let maximumExpansion: Int?
    // What one task holds, and nobody else, cannot be accessed twice at a time.
    @exclusivity(unchecked) var parser: ResponseParser
    /// How far the parser is, after what it was last given.
    @exclusivity(unchecked) var progress = ResponseParser.Progress()
    @exclusivity(unchecked) var body: [UInt8] = []
    @exclusivity(unchecked) var sent: Nanoseconds = 0
    @exclusivity(unchecked) var firstByte: Nanoseconds?
    @exclusivity(unchecked) var isSentWhole = false
    @exclusivity(unchecked) var isAtEnd = false
    @exclusivity(unchecked) var hasStrayBytes = false
    /// What came behind a head that changed the protocol.
    @exclusivity(unchecked) var beyond: [UInt8] = []
    @exclusivity(unchecked) var fault: EngineFault?
    /// How many interim answers somebody was told of.
    @exclusivity(unchecked) private var toldInterim = 0
    @exclusivity(unchecked) var stretch = Stretch()

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
        guard progress.keepsConnection, progress.isComplete, isSentWhole,
            !hasStrayBytes, !isAtEnd, !progress.isUpgrade
        else {
            connection.close()
            return nil
        }
        return connection
    }

    /// Sends the message and waits for the whole answer.
    func run(_ message: Message) async throws(EngineFault) -> Response {
        do throws(EngineFault) {
            let count = try sendAtOnce(message)
            if !isSentWhole { try await send(message, from: count) }
            try await receive()
            return try whole()
        } catch {
            fault = error
            throw error
        }
    }

    /// Sends the message and waits for the head of the answer.
    func begin(_ message: Message) async throws(EngineFault) -> Response {
        do throws(EngineFault) {
            let count = try sendAtOnce(message)
            if !isSentWhole { try await send(message, from: count) }
            try await receiveHead()
            return response(try head(), ResponseBody())
        } catch {
            fault = error
            throw error
        }
    }

    private func whole() throws(EngineFault) -> Response {
        let head = try head()
        let content = try ContentDecoder.decode(
            body,
            codings: head.headers[.contentEncoding],
            limit: limits.maxBodyBytes,
            maximumRatio: maximumExpansion,
            call: call
        )
        return response(head, content)
    }

    private func head() throws(EngineFault) -> ResponseHead {
        guard let head = parser.takeHead() else { throw EngineFault(.noConnection(.closed)) }
        // RFC 9110 §15.2.2: nobody asked for another protocol.
        guard !progress.isUpgrade || call.request.delivery.isUpgrade else {
            throw EngineFault(.invalidResponse("the server changed the protocol unasked"))
        }
        return head
    }

    private func response(_ head: ResponseHead, _ body: ResponseBody) -> Response {
        var response = Response(
            status: head.status,
            version: head.version,
            headers: head.headers,
            body: body,
            request: call.request,
            timings: timings()
        )
        if progress.mayHaveTrailers {
            let trailers = parser.trailers
            if !trailers.isEmpty { response.trailers = trailers }
        }
        if progress.hasInterim {
            response.informational = parser.informational.map {
                InformationalResponse(status: $0.status, headers: $0.headers)
            }
        }
        return response
    }

    /// Tells of the interim answers that have come since it was last asked, where somebody listens.
    func tellInterim() {
        guard let tell = call.request.context.onInterim else { return }
        for answer in parser.informational.dropFirst(toldInterim) {
            tell(
                InformationalResponse(status: answer.status, headers: answer.headers),
                call.request.url
            )
        }
        toldInterim = parser.informational.count
    }

    /// What the call took so far; its total where the answer is whole.
    func timings() -> Timings {
        var timings = call.timings
        timings.bytesSent = connection.bytesSent
        timings.bytesReceived = connection.bytesReceived
        timings.localAddress = connection.localAddress
        timings.remoteAddress = connection.remoteAddress
        if let firstByte { timings.firstByte = Duration(nanoseconds: firstByte - call.start) }
        if progress.isComplete { timings.total = call.since(call.start) }
        return timings
    }

    /// Fails where a wait did not end because something has come.
    func check(_ wake: Wake, _ phase: NetworkError.Phase) throws(EngineFault) {
        do throws(SocketError) {
            try Socket.check(wake)
        } catch {
            throw EngineFault(error, phase: call.blame(phase))
        }
    }
}
#endif
