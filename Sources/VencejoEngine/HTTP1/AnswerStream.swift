#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoSockets
import VencejoWire

/// The body of an answer, read from its connection when somebody asks for it.
///
/// The connection goes back as soon as the last byte is read, and is closed at once when the body
/// is abandoned before.
///
/// Unchecked: `exchange` and `decoder` are used by the one reader that `begin` let in, and by
/// nobody else before it has left.
final class AnswerStream: BodySource, @unchecked Sendable {
    private enum Place: Sendable {
        case idle
        case reading
        /// Abandoned while a reader is inside, who cleans up.
        case abandoned
        case ended
        case cancelled
        case failed(NetworkError)
    }

    private struct State: Sendable {
        var place = Place.idle
        var hasConnection = true
        var trailers = Headers()
        /// Once the last byte has come.
        var timings: Timings?
    }

    private let exchange: Exchange
    private let connection: Connection
    private let request: Request
    private let decoder: ContentDecoder?
    private let release: @Sendable (Connection?) -> Void
    private let state = Locked(State())

    /// Takes over an exchange whose head has come; `release` is called once.
    init(
        _ exchange: Exchange,
        decoder: ContentDecoder?,
        release: @escaping @Sendable (Connection?) -> Void
    ) {
        self.exchange = exchange
        connection = exchange.connection
        request = exchange.call.request
        self.decoder = decoder
        self.release = release
        if exchange.progress.isComplete { letGo() }
    }

    deinit { cancel() }

    var trailers: Headers { state.withLock { $0.trailers } }

    var timings: Timings? { state.withLock { $0.timings } }

    // Decrypting and decoding is work, and not for a caller's actor.
    @concurrent
    func next() async throws(NetworkError) -> [UInt8]? {
        guard try begin() else { return nil }
        do throws(EngineFault) {
            let chunk = try await chunk()
            if exchange.progress.isComplete { letGo() }
            try leave(hasMore: chunk != nil)
            return chunk
        } catch {
            throw fail(error)
        }
    }

    private func begin() throws(NetworkError) -> Bool {
        let place = state.withLock { state in
            let place = state.place
            if case .idle = place { state.place = .reading }
            return place
        }
        switch place {
        case .idle: return true
        case .ended: return false
        case .failed(let error): throw error
        case .reading, .abandoned, .cancelled:
            throw NetworkError(.cancelled, request: request)
        }
    }

    private func chunk() async throws(EngineFault) -> [UInt8]? {
        guard let decoder else { return try await exchange.nextPiece() }
        while true {
            if let bytes = try decoder.next() { return bytes }
            guard let piece = try await exchange.nextPiece() else {
                try decoder.finish()
                return nil
            }
            decoder.feed(piece)
        }
    }

    private func leave(hasMore: Bool) throws(EngineFault) {
        let trailers = exchange.parser.trailers
        let isAbandoned = state.withLock { state in
            if case .abandoned = state.place { return true }
            state.place = hasMore ? .idle : .ended
            if !hasMore { state.trailers = trailers }
            return false
        }
        if isAbandoned { throw EngineFault(.cancelled) }
    }

    private func fail(_ fault: EngineFault) -> NetworkError {
        let isAbandoned = state.withLock { state in
            if case .abandoned = state.place { return true }
            return false
        }
        let error =
            isAbandoned
            ? NetworkError(.cancelled, request: request)
            : NetworkError(fault.kind, request: request, underlying: fault.underlying)
        state.withLock { $0.place = .failed(error) }
        letGo()
        return error
    }

    func cancel() {
        let isIdle = state.withLock { state in
            switch state.place {
            case .idle:
                state.place = .cancelled
                return true
            case .reading:
                state.place = .abandoned
                // Under the lock: it may be another call's as soon as it was let go.
                if state.hasConnection { connection.socket.interrupt() }
                return false
            case .abandoned, .ended, .cancelled, .failed: return false
            }
        }
        if isIdle { letGo() }
    }

    /// Gives the connection back if the answer was whole, and closes it if not.
    private func letGo() {
        let isMine = state.withLock { state in
            defer { state.hasConnection = false }
            return state.hasConnection
        }
        guard isMine else { return }
        if exchange.progress.isComplete {
            // The connection's counts are the next call's as soon as it was let go.
            let timings = exchange.timings()
            state.withLock { $0.timings = timings }
        }
        release(exchange.keep())
    }
}
#endif
