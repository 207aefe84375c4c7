#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets

/// One request and its answer on a stream of a shared connection.
struct HTTP2Exchange {
    private let connection: HTTP2Connection
    private var call: Call
    private let stream: HTTP2Stream
    private let bodyLimit: Int
    private let maximumExpansion: Int?
    private var upload: HTTP2Upload?
    private var isInLine = true
    /// How many interim answers somebody was told of.
    private var toldInterim = 0

    init(
        _ connection: HTTP2Connection,
        call: Call,
        poller: Poller,
        bodyLimit: Int,
        maximumExpansion: Int?
    ) {
        self.connection = connection
        self.call = call
        self.bodyLimit = bodyLimit
        self.maximumExpansion = maximumExpansion
        let isWhole = call.request.delivery == .whole
        stream = HTTP2Stream(
            isWhole: isWhole,
            limit: isWhole ? bodyLimit : .max,
            reader: Waiter(poller: poller),
            writer: Waiter(poller: poller)
        )
    }

    /// Whether the request may be sent once more after it failed with `fault`.
    ///
    /// The server said that it did not take it, or the connection ended in silence and sending
    /// twice does no harm (RFC 9113 §8.7, RFC 9110 §9.2.2).
    func mayRepeat(after fault: EngineFault) -> Bool {
        guard let failure = fault.underlying as? HTTP2Failure else { return false }
        switch failure {
        case .unprocessed: return true
        case .closed:
            return call.request.method.isIdempotent
                && connection.firstByte(of: stream) == nil
        default: return false
        }
    }

    /// Sends the request and waits for the answer, or for its head where that is all that is asked.
    mutating func run(
        _ fields: HTTP2Fields,
        _ body: HTTP2Upload.Source?,
        keeping owner: any Sendable
    ) async throws(EngineFault) -> Response {
        let upload = body.map { HTTP2Upload($0, to: stream, over: connection) }
        self.upload = upload
        try connection.open(
            HTTP2Connection.Candidate(stream: stream, fields: fields, hasBody: upload != nil)
        )
        await connection.push()
        upload?.start()
        do throws(EngineFault) {
            let head = try await wait()
            guard stream.isWhole else { return try streamed(head, owner) }
            upload?.stop()
            return try whole(head)
        } catch {
            upload?.stop()
            // A producer's own error is why the stream was ended.
            if let fault = upload?.fault { throw fault }
            throw error
        }
    }

    /// Waits for the head, and where the answer is wanted whole for its end.
    private mutating func wait() async throws(EngineFault) -> HTTP2Head {
        while true {
            let progress = connection.progress(of: stream)
            if case .inLine = progress {} else { leaveLine() }
            tellInterim()
            switch progress {
            case .failed(let failure): throw EngineFault(failure)
            case .complete(let head): return head
            case .body(let head, _) where !stream.isWhole: return head
            default: try await sleep(limit(progress))
            }
        }
    }

    /// Tells of the interim answers that have come since it last looked, where somebody listens.
    private mutating func tellInterim() {
        guard let tell = call.request.context.onInterim else { return }
        let answers = connection.interimAnswers(of: stream)
        for answer in answers.dropFirst(toldInterim) {
            tell(
                InformationalResponse(status: answer.status, headers: answer.headers),
                call.request.url
            )
        }
        toldInterim = answers.count
    }

    /// When the call is late if nothing changes, and when to look again all the same.
    private struct Limit {
        var phase: NetworkError.Phase
        var deadline: Nanoseconds?
        var lookAgain: Nanoseconds?
    }

    private func limit(_ progress: HTTP2Connection.Progress) -> Limit {
        let timeouts = call.request.timeouts
        switch progress {
        case .inLine:
            let deadline = MonotonicClock.deadline(after: timeouts.queue, from: call.start)
            return Limit(phase: .queue, deadline: deadline)
        case .sending(let since, let isWaitingForProducer):
            let idle = isWaitingForProducer ? nil : timeouts.idle
            // Nobody tells that the last byte has left, from when the answer's time counts.
            return Limit(
                phase: .idle,
                deadline: call.deadline(idle, from: since),
                lookAgain: call.deadline(timeouts.response, from: MonotonicClock.now())
            )
        case .waitingForHead(let since):
            return Limit(phase: .response, deadline: call.deadline(timeouts.response, from: since))
        case .body(_, let since):
            return Limit(phase: .idle, deadline: call.deadline(timeouts.idle, from: since))
        case .complete, .failed: return Limit(phase: .total)
        }
    }

    /// Waits for a change; a deadline that has moved meanwhile is no failure.
    private func sleep(_ limit: Limit) async throws(EngineFault) {
        guard let reader = stream.reader else { throw EngineFault(HTTP2Failure.closed) }
        if let deadline = limit.deadline, deadline <= MonotonicClock.now() {
            let phase = limit.phase
            return try giveUp(.timedOut(phase == .queue ? .queue : call.blame(phase)))
        }
        let moments = [limit.deadline, limit.lookAgain].compactMap(\.self)
        switch await reader.wait(until: moments.min()) {
        case .ready, .timedOut: return
        case .cancelled: try giveUp(.cancelled)
        case .closed: throw EngineFault(HTTP2Failure.closed)
        }
    }

    private func giveUp(_ kind: NetworkError.Kind) throws(EngineFault) {
        if kind == .timedOut(.response) {
            connection.timeOut(stream)
        } else {
            connection.cancel(stream, for: .cancelled)
        }
        throw EngineFault(kind)
    }

    /// The time in line counts towards nothing else.
    private mutating func leaveLine() {
        guard isInLine else { return }
        isInLine = false
        guard let moment = connection.endOfLine(stream), moment > call.start else { return }
        call.leaveLine(at: moment)
    }

    private func whole(_ head: HTTP2Head) throws(EngineFault) -> Response {
        let (content, trailers) = connection.takeWhole(stream)
        let body = try ContentDecoder.decode(
            content,
            codings: head.headers[.contentEncoding],
            limit: bodyLimit,
            maximumRatio: maximumExpansion,
            call: call
        )
        var response = response(head, body)
        response.trailers = trailers
        return response
    }

    private func streamed(
        _ head: HTTP2Head,
        _ owner: any Sendable
    ) throws(EngineFault) -> Response {
        let plan = try CodingPlan(head.headers[.contentEncoding])
        let source = HTTP2Body(
            stream,
            of: connection,
            call: call,
            upload: upload,
            decoder: try ContentDecoder(plan, maximumRatio: maximumExpansion, call: call),
            owner: owner
        )
        let body = ResponseBody(BodyStream(source), undecodedCodings: plan.undecoded)
        return response(head, body)
    }

    private func response(_ head: HTTP2Head, _ body: ResponseBody) -> Response {
        var response = Response(
            status: head.status,
            version: .http2,
            headers: head.headers,
            body: body,
            request: call.request,
            timings: connection.timings(of: call, on: stream)
        )
        response.informational = connection.interimAnswers(of: stream).map {
            InformationalResponse(status: $0.status, headers: $0.headers)
        }
        return response
    }
}
#endif
