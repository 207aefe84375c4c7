#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoSockets

/// What a call sees of its stream, and does to it.
extension HTTP2Connection {
    /// How far a stream has come.
    enum Progress: Sendable {
        case inLine
        /// The request is being sent; `since` is when bytes last moved.
        case sending(since: Nanoseconds, isWaitingForProducer: Bool)
        case waitingForHead(since: Nanoseconds)
        case body(HTTP2Head, since: Nanoseconds)
        case complete(HTTP2Head)
        case failed(HTTP2Failure)
    }

    func progress(of stream: HTTP2Stream) -> Progress {
        inside.withLock { _ in
            if let head = stream.head {
                switch stream.outcome {
                case .complete: return .complete(head)
                // A reader who takes the body as it comes hears of its end there.
                case .failed(let failure) where stream.isWhole: return .failed(failure)
                case .failed, nil: return .body(head, since: stream.lastMove)
                }
            }
            if case .failed(let failure)? = stream.outcome { return .failed(failure) }
            guard stream.submitted != nil else { return .inLine }
            guard let sent = stream.sent else {
                return .sending(
                    since: stream.lastMove,
                    isWaitingForProducer: stream.isDeferred && stream.outgoingCount == 0
                )
            }
            return .waitingForHead(since: sent)
        }
    }

    /// When a stream that had to wait in line left it; `nil` where it had not.
    func endOfLine(_ stream: HTTP2Stream) -> Nanoseconds? {
        inside.withLock { _ in stream.wasInLine ? stream.submitted : nil }
    }

    func interimAnswers(of stream: HTTP2Stream) -> [HTTP2Head] {
        inside.withLock { _ in stream.interimAnswers }
    }

    /// When the first byte of an answer came.
    func firstByte(of stream: HTTP2Stream) -> Nanoseconds? {
        inside.withLock { _ in stream.firstByte }
    }

    /// What a call took so far; its total where the answer is whole.
    func timings(of call: Call, on stream: HTTP2Stream) -> Timings {
        var timings = call.timings
        timings.localAddress = pipe.localAddress
        timings.remoteAddress = pipe.remoteAddress
        inside.withLock { _ in
            timings.bytesSent = stream.bytesSent
            timings.bytesReceived = stream.bytesReceived
            timings.firstByte = Self.since(call.start, stream.firstByte)
            timings.total = Self.since(call.start, stream.ended)
        }
        return timings
    }

    private static func since(_ start: Nanoseconds, _ moment: Nanoseconds?) -> Duration? {
        moment.map { Duration(nanoseconds: $0 > start ? $0 - start : 0) }
    }

    /// What a whole answer brought.
    func takeWhole(_ stream: HTTP2Stream) -> (content: [UInt8], trailers: Headers) {
        inside.withLock { _ in (stream.takeIncoming(), stream.trailers) }
    }

    /// A piece of an answer that is read as it comes.
    enum Piece: Sendable {
        case content([UInt8])
        case nothingYet(since: Nanoseconds)
        case end
        case failed(HTTP2Failure)
    }

    /// Takes what has come, and opens the stream's window by as much.
    func takePiece(_ stream: HTTP2Stream) -> Piece {
        inside.withLock { inside in
            let content = stream.takeIncoming()
            if !content.isEmpty {
                inside.session.consume(content.count, on: stream)
                return .content(content)
            }
            switch stream.outcome {
            case .complete: return .end
            case .failed(let failure): return .failed(failure)
            case nil: return .nothingYet(since: stream.lastMove)
            }
        }
    }

    func trailers(of stream: HTTP2Stream) -> Headers {
        inside.withLock { _ in stream.outcome == .complete ? stream.trailers : [:] }
    }

    /// Ends a stream from this side, wherever it is; the connection stays.
    func cancel(_ stream: HTTP2Stream, for failure: HTTP2Failure) {
        act { inside in
            stream.incoming = []
            guard stream.submitted == nil else {
                return inside.session.cancel(stream, for: failure)
            }
            inside.line.removeAll { $0.stream === stream }
            inside.session.finish(stream, .failed(failure))
        }
    }

    /// Ends a stream for being late; a connection that was silent all the while gets no more calls.
    func timeOut(_ stream: HTTP2Stream) {
        inside.withLock { inside in
            guard inside.stage == .open, let submitted = stream.submitted,
                inside.session.lastReceived < submitted
            else { return }
            inside.stage = .draining
        }
        cancel(stream, for: .cancelled)
    }

    /// Whether the body of a request should go on, and with how much waiting.
    func outgoingCount(_ stream: HTTP2Stream) -> Int? {
        inside.withLock { _ in stream.outcome == nil ? stream.outgoingCount : nil }
    }

    /// Appends a piece to the body of a request.
    func send(_ piece: [UInt8], isLast: Bool, on stream: HTTP2Stream) async {
        inside.withLock { $0.session.send(piece, isLast: isLast, on: stream) }
        await push()
    }
}
#endif
