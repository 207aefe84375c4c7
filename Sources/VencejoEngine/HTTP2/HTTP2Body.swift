#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets

/// The body of an answer over HTTP/2 that is read as it comes.
///
/// The server may send as much as the stream's window holds; the window opens as the reader takes
/// content. Letting go resets the stream, and the connection stays.
final class HTTP2Body: BodySource {
    private let stream: HTTP2Stream
    private let connection: HTTP2Connection
    private let call: Call
    private let upload: HTTP2Upload?
    private let decoding: Decoding
    /// Keeps the engine, and so the poller, as long as somebody reads.
    private let owner: any Sendable

    init(
        _ stream: HTTP2Stream,
        of connection: HTTP2Connection,
        call: Call,
        upload: HTTP2Upload?,
        decoder: ContentDecoder?,
        owner: any Sendable
    ) {
        self.stream = stream
        self.connection = connection
        self.call = call
        self.upload = upload
        decoding = Decoding(decoder)
        self.owner = owner
    }

    var trailers: Headers { connection.trailers(of: stream) }

    var timings: Timings? {
        let timings = connection.timings(of: call, on: stream)
        return timings.total == nil ? nil : timings
    }

    func next() async throws(NetworkError) -> [UInt8]? {
        let asked = MonotonicClock.now()
        while true {
            if decoding.stretch.isOver() {
                await Task.yield()
                try decoded { () throws(EngineFault) in try call.check() }
            }
            if let piece = try decoded({ () throws(EngineFault) in try decoding.next() }) {
                return piece
            }
            switch connection.takePiece(stream) {
            case .content(let content):
                await connection.push()
                guard decoding.takes(content) else { return content }
            case .end:
                upload?.stop()
                try decoded { () throws(EngineFault) in try decoding.finish() }
                return nil
            case .failed(let failure): throw error(EngineFault(failure))
            case .nothingYet(let since):
                // A reader that took its time does not make the server late.
                let start = max(since, asked)
                let deadline = call.deadline(call.request.timeouts.idle, from: start)
                try await wait(until: deadline)
            }
        }
    }

    /// What the decoder gives; a body that it cannot read is not read further.
    private func decoded<Value>(
        _ step: () throws(EngineFault) -> Value
    ) throws(NetworkError) -> Value {
        do throws(EngineFault) {
            return try step()
        } catch {
            cancel()
            throw self.error(error)
        }
    }

    private func wait(until deadline: Nanoseconds?) async throws(NetworkError) {
        guard let reader = stream.reader else { return }
        if let deadline, deadline <= MonotonicClock.now() {
            let phase = call.blame(.idle)
            cancel()
            throw error(EngineFault(.timedOut(phase)))
        }
        switch await reader.wait(until: deadline) {
        case .ready, .timedOut, .closed: return
        case .cancelled:
            cancel()
            throw error(EngineFault(.cancelled))
        }
    }

    private func error(_ fault: EngineFault) -> NetworkError {
        upload?.stop()
        let fault = upload?.fault ?? fault
        return NetworkError(fault.kind, request: call.request, underlying: fault.underlying)
    }

    func cancel() {
        upload?.stop()
        connection.cancel(stream, for: .cancelled)
    }
}

/// Takes the codings off a body, if there are any, and counts its pieces.
///
/// Unchecked: a body is read by one task at a time.
private final class Decoding: @unchecked Sendable {
    private let decoder: ContentDecoder?
    private var isFed = false
    /// Pieces that came without a wait.
    var stretch = Stretch()

    init(_ decoder: ContentDecoder?) {
        self.decoder = decoder
    }

    func next() throws(EngineFault) -> [UInt8]? {
        isFed ? try decoder?.next() : nil
    }

    /// Takes a piece to decode; false where there is nothing to do.
    func takes(_ piece: [UInt8]) -> Bool {
        guard let decoder else { return false }
        decoder.feed(piece)
        isFed = true
        return true
    }

    func finish() throws(EngineFault) {
        if isFed { try decoder?.finish() }
    }
}
#endif
