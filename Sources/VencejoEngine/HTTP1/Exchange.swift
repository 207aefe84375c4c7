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
    private let connection: Connection
    private let call: Call
    private let limits: WireLimits
    private let maximumExpansion: Int?
    private var parser: ResponseParser
    private var body: [UInt8] = []
    private var sent: Nanoseconds = 0
    private var firstByte: Nanoseconds?
    private var isSentWhole = false
    private var isAtEnd = false
    private var hasStrayBytes = false
    private var fault: EngineFault?

    init(_ connection: Connection, call: Call, limits: WireLimits, maximumExpansion: Int?) {
        self.connection = connection
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
    mutating func run(_ message: [UInt8]) async throws(EngineFault) -> Response {
        do throws(EngineFault) {
            try await send(message)
            try await receive()
            return try response()
        } catch {
            fault = error
            throw error
        }
    }

    private mutating func send(_ message: [UInt8]) async throws(EngineFault) {
        sent = MonotonicClock.now()
        var hasWaited = false
        var offset = 0
        while true {
            switch writeSome(message, offset) {
            case .success(let count?):
                offset += count
                if offset == message.count { break }
                continue
            case .success(nil): break
            case .failure(let error): return try salvage(error)
            }
            if offset == message.count, try connection.flush() {
                isSentWhole = true
                if hasWaited { sent = MonotonicClock.now() }
                return
            }
            hasWaited = true
            let moment = MonotonicClock.now()
            try await wait(call.deadline(call.request.timeouts.idle, from: moment), .idle)
            // A server may answer before it has read everything (RFC 9112 §9.5).
            try receiveWhatIsThere()
            if parser.head != nil { return }
            if isAtEnd { return }
        }
    }

    private func writeSome(_ message: [UInt8], _ offset: Int) -> Result<Int?, EngineFault> {
        if offset == message.count { return .success(nil) }
        return message.withUnsafeBytes { bytes in
            Result { () throws(EngineFault) in
                try connection.write(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
        }
    }

    /// The connection broke while the request was sent: an answer may be there all the same.
    private mutating func salvage(_ error: EngineFault) throws(EngineFault) {
        do {
            try receiveWhatIsThere()
        } catch {
            if !parser.hasBegun { throw error }
        }
        if parser.head == nil { throw error }
    }

    private mutating func receiveWhatIsThere() throws(EngineFault) {
        while parser.head == nil, !isAtEnd {
            guard try readOnce() else { return }
        }
    }

    private mutating func receive() async throws(EngineFault) {
        while parser.needsMore {
            if parser.head != nil, let rest = parser.remainingBodyBytes,
                rest > connection.buffer.count
            {
                try await receiveBody(rest)
                return
            }
            if isAtEnd { return try finishAtEnd() }
            if try readOnce() {
                if Task.isCancelled { throw EngineFault(.cancelled) }
                continue
            }
            try await waitForMore()
        }
        if body.isEmpty { body = parser.takeBody() }
    }

    /// Reads once and parses; false when nothing is there yet.
    private mutating func readOnce() throws(EngineFault) -> Bool {
        switch try connection.read(into: connection.buffer) {
        case .wouldBlock: return false
        case .end(let isClean):
            isAtEnd = true
            if !isClean, case .untilClose? = parser.head?.framing {
                throw EngineFault(.invalidResponse("the TLS stream was cut within the body"))
            }
            return true
        case .bytes(let count):
            if firstByte == nil { firstByte = MonotonicClock.now() }
            let bytes = UnsafeRawBufferPointer(rebasing: connection.buffer[..<count])
            do {
                if try parser.feed(bytes) < count { hasStrayBytes = true }
            } catch {
                throw EngineFault(error, limit: limits.maxBodyBytes)
            }
            return true
        }
    }

    private mutating func finishAtEnd() throws(EngineFault) {
        do {
            try parser.end()
        } catch {
            throw EngineFault(error, limit: limits.maxBodyBytes)
        }
        body = parser.takeBody()
    }

    /// Receives a body of known length straight to where it will stay.
    private mutating func receiveBody(_ rest: Int) async throws(EngineFault) {
        body = parser.takeBody()
        var filled = body.count
        let whole = filled + rest
        while filled < whole {
            if body.count == filled {
                // A stated length is a promise: memory follows what has really come.
                let step = min(whole - filled, max(262_144, filled))
                body.append(contentsOf: repeatElement(0, count: step))
            }
            switch try readBody(filled) {
            case .bytes(let count):
                filled += count
                parser.advance(by: count)
                if Task.isCancelled { throw EngineFault(.cancelled) }
            case .wouldBlock: try await waitForMore()
            case .end:
                throw EngineFault(.unexpectedEnd(.body(missing: whole - filled)), limit: 0)
            }
        }
    }

    private mutating func readBody(_ filled: Int) throws(EngineFault) -> Connection.Received {
        let connection = connection
        return try body.withUnsafeMutableBytes { bytes in
            Result { () throws(EngineFault) in
                try connection.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
            }
        }.get()
    }

    private func waitForMore() async throws(EngineFault) {
        let timeouts = call.request.timeouts
        if parser.head == nil {
            try await wait(call.deadline(timeouts.response, from: sent), .response)
        } else {
            let moment = MonotonicClock.now()
            try await wait(call.deadline(timeouts.idle, from: moment), .idle)
        }
    }

    private func wait(
        _ deadline: Nanoseconds?,
        _ phase: NetworkError.Phase
    ) async throws(EngineFault) {
        do {
            try await connection.socket.waitReadable(until: deadline)
        } catch {
            throw EngineFault(error, phase: call.blame(phase))
        }
    }

    private mutating func response() throws(EngineFault) -> Response {
        guard let head = parser.head else { throw EngineFault(.noConnection(.closed)) }
        var timings = call.timings
        if let firstByte { timings.firstByte = Duration(nanoseconds: firstByte - call.start) }
        let content = try ContentDecoder.decode(
            body,
            codings: head.headers[.contentEncoding],
            limit: limits.maxBodyBytes,
            maximumRatio: maximumExpansion
        )
        timings.total = call.since(call.start)
        return Response(
            status: head.status,
            version: head.version,
            headers: head.headers,
            body: content,
            request: call.request,
            timings: timings
        )
    }
}
#endif
