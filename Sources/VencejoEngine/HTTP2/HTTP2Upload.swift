#if os(Linux)
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

    /// Where the bytes come from.
    enum Source: Sendable {
        case bytes([UInt8])
        case file(FileReader)
        case stream(RequestStream)

        /// `nil` for no body; throws where a file cannot be read.
        init?(_ body: RequestBody) throws(EngineFault) {
            switch body.content {
            case .none: return nil
            case .bytes(let bytes): self = .bytes(bytes)
            case .file(let path): self = .file(try FileReader.of(path))
            case .stream(let stream): self = .stream(stream)
            }
        }

        var count: Int? {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let file): file.count
            case .stream(let stream): stream.length
            }
        }
    }

    private let source: Source
    private let stream: HTTP2Stream
    private let connection: HTTP2Connection
    private let state = Locked(State())

    /// What goes wrong before the server has anything to do with it.
    var fault: EngineFault? { state.withLock { $0.fault } }

    /// Hands over bytes in memory here and now.
    init(_ source: Source, to stream: HTTP2Stream, over connection: HTTP2Connection) {
        self.source = source
        self.stream = stream
        self.connection = connection
        if case .bytes(let bytes) = source {
            stream.append(bytes)
        } else {
            stream.isOutgoingWhole = false
        }
    }

    /// Begins to read what is not in memory.
    func start() {
        if case .bytes = source { return }
        state.withLock { state in
            guard !state.isStopped else { return }
            state.task = Task.detached(executorPreference: TaskHome.executor) { await self.run() }
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
            switch source {
            case .bytes: return
            case .file(let file): try await send(file)
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

    private func send(_ file: FileReader) async throws(EngineFault) {
        var offset = 0
        while offset < file.count {
            let piece = try file.next(from: offset, upTo: 65_536)
            offset += piece.count
            guard await send(piece) else { return }
        }
    }

    private func send(_ source: RequestStream) async throws(EngineFault) {
        guard let chunks = source.begin() else {
            throw EngineFault(.invalidRequest(.bodyNotReplayable))
        }
        var count = 0
        while let piece = try await Self.next(chunks) {
            count += piece.count
            if let length = source.length, count > length { throw Self.fault(count, length) }
            guard await send(piece) else { return }
        }
        if let length = source.length, count != length { throw Self.fault(count, length) }
    }

    private static func next(_ chunks: RequestChunks) async throws(EngineFault) -> [UInt8]? {
        do {
            return try await chunks.next()
        } catch {
            throw EngineFault(ofBody: error)
        }
    }

    private static func fault(_ count: Int, _ length: Int) -> EngineFault {
        let words = "the stream gave \(count) bytes where \(length) were announced"
        return EngineFault(.invalidRequest(.body(words)))
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
#endif
