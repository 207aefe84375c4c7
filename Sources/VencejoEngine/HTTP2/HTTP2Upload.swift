#if os(Linux)
import Glibc
import VencejoConcurrency
import VencejoCore
import VencejoSockets

/// The body of a request on its way: the next piece is asked for when the one before has left.
final class HTTP2Upload: Sendable {
    private struct State: Sendable {
        var task: Task<Void, Never>?
        var isStopped = false
        var fault: EngineFault?
    }

    private let body: RequestBody
    private let stream: HTTP2Stream
    private let connection: HTTP2Connection
    private let state = Locked(State())

    /// What goes wrong before the server has anything to do with it.
    var fault: EngineFault? { state.withLock { $0.fault } }

    /// Hands over bytes in memory here and now; `nil` where the request has no body.
    init?(_ body: RequestBody, to stream: HTTP2Stream, over connection: HTTP2Connection) {
        if body.isNone { return nil }
        self.body = body
        self.stream = stream
        self.connection = connection
        if let bytes = body.bytes {
            stream.append(bytes)
        } else {
            stream.isOutgoingWhole = false
        }
    }

    /// Begins to read what is not in memory.
    func start() {
        guard body.bytes == nil else { return }
        state.withLock { state in
            guard !state.isStopped else { return }
            state.task = Task.detached { await self.run() }
        }
    }

    func stop() {
        let task = state.withLock { state in
            state.isStopped = true
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
    }

    private func run() async {
        do throws(EngineFault) {
            switch body.content {
            case .none, .bytes: return
            case .file(let path): try await send(FilePieces(path))
            case .stream(let source): try await send(source)
            }
            await connection.send([], isLast: true, on: stream)
        } catch {
            let isStopped = state.withLock { state in
                if !state.isStopped { state.fault = error }
                return state.isStopped
            }
            if !isStopped { connection.cancel(stream, for: .cancelled) }
        }
    }

    private func send(_ file: FilePieces) async throws(EngineFault) {
        while let piece = try file.next() {
            guard await send(piece) else { return }
        }
    }

    private func send(_ source: RequestStream) async throws(EngineFault) {
        guard let chunks = source.begin() else {
            throw EngineFault(.redirect(.notReplayable))
        }
        var count = 0
        while true {
            let piece: [UInt8]?
            do {
                piece = try await chunks.next()
            } catch {
                throw EngineFault(.other, underlying: error)
            }
            guard let piece else { break }
            count += piece.count
            if let length = source.length, count > length { throw Self.wrongLength(length) }
            guard await send(piece) else { return }
        }
        if let length = source.length, count != length { throw Self.wrongLength(length) }
    }

    private static func wrongLength(_ length: Int) -> EngineFault {
        EngineFault(.invalidRequest(.encoding("the body is not the \(length) bytes it states")))
    }

    /// Sends a piece and waits until it has left; false when nobody wants more.
    private func send(_ piece: [UInt8]) async -> Bool {
        if piece.isEmpty { return true }
        await connection.send(piece, isLast: false, on: stream)
        while let count = connection.outgoingCount(stream) {
            if count == 0 { return true }
            switch await stream.writer?.wait() {
            case .ready?, .timedOut?: continue
            case .cancelled?, .closed?, nil: return false
            }
        }
        return false
    }
}

/// The content of a file, piece by piece.
private final class FilePieces {
    private let descriptor: Int32

    init(_ path: String) throws(EngineFault) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { close(descriptor) }

    func next() throws(EngineFault) -> [UInt8]? {
        var count = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { target, filled in
            repeat {
                count = read(descriptor, target.baseAddress, 65_536)
            } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        if count < 0 { throw Self.failure("read") }
        return count == 0 ? nil : piece
    }

    private static func failure(_ what: String) -> EngineFault {
        let text = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return EngineFault(.invalidRequest(.encoding("\(what): \(text)")))
    }
}
#endif
