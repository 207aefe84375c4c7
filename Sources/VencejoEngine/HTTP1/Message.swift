#if os(Linux)
import VencejoCore
import VencejoWire

/// A request as bytes: its head, and what follows it.
struct Message: Sendable {
    /// What of the body is not in the head's bytes already.
    enum Body: Sendable {
        case none
        case bytes([UInt8])
        case file(FileReader)
        case stream(RequestStream)
    }

    /// The head, with a small body behind it.
    var head: [UInt8]
    var body: Body
    /// How long the body waits for the server's `100 Continue`, where it does (RFC 9110 §10.1.1).
    var continueTimeout: Duration?
}

/// The body of a message, piece by piece as the connection takes it.
struct MessageCursor {
    enum Next {
        case piece([UInt8])
        /// The producer has been asked; it wakes the sender.
        case later
        case end
    }

    private enum State {
        case rest(Message.Body)
        case file(FileReader, Int)
        case pump(BodyPump, isAsked: Bool)
        case end
    }

    private var state: State
    private let length: Int?
    private var given = 0
    /// The chunk that completes the length: it waits for the end, so that too long a stream never
    /// looks whole to the server.
    private var last: [UInt8]?
    private let wake: @Sendable () -> Void
    /// Small enough to be taken from what was freed, large enough for few system calls.
    private static let pieceSize = 131_072

    init(_ body: Message.Body, wake: @escaping @Sendable () -> Void) {
        state = .rest(body)
        if case .stream(let stream) = body { length = stream.length } else { length = nil }
        self.wake = wake
    }

    /// Ends a producer that may still be at work.
    func stop() {
        if case .pump(let pump, _) = state { pump.stop() }
    }

    mutating func next() throws(EngineFault) -> Next {
        switch state {
        case .end, .rest(.none): return .end
        case .rest(.bytes(let bytes)):
            state = .end
            return .piece(bytes)
        case .rest(.file(let file)): return try next(of: file, from: 0)
        case .file(let file, let offset): return try next(of: file, from: offset)
        case .rest(.stream(let stream)):
            guard let chunks = stream.begin() else {
                throw EngineFault(.invalidRequest(.bodyNotReplayable))
            }
            let pump = BodyPump()
            pump.start(chunks, wake: wake)
            return try next(of: pump, isAsked: false)
        case .pump(let pump, let isAsked): return try next(of: pump, isAsked: isAsked)
        }
    }

    private mutating func next(
        of file: FileReader,
        from offset: Int
    ) throws(EngineFault) -> Next {
        guard offset < file.count else {
            state = .end
            return .end
        }
        let piece = try file.next(from: offset, upTo: Self.pieceSize)
        state = .file(file, offset + piece.count)
        return .piece(piece)
    }

    private mutating func next(
        of pump: BodyPump,
        isAsked: Bool
    ) throws(EngineFault) -> Next {
        if !isAsked { pump.ask() }
        state = .pump(pump, isAsked: true)
        switch pump.take() {
        case nil: return .later
        case .failed(let error):
            throw EngineFault(ofBody: error)
        case .chunk(let chunk):
            state = .pump(pump, isAsked: false)
            return try piece(chunk, pump)
        case .end:
            state = .end
            guard let length else { return .piece(Array("0\r\n\r\n".utf8)) }
            guard given == length else { throw fault() }
            return last.map(Next.piece) ?? .end
        }
    }

    private mutating func piece(_ chunk: [UInt8], _ pump: BodyPump) throws(EngineFault) -> Next {
        given += chunk.count
        guard let length else {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(chunk.count + 24)
            Serializer.chunk(chunk, into: &bytes)
            return .piece(bytes)
        }
        guard given <= length else { throw fault() }
        guard given == length else { return .piece(chunk) }
        if !chunk.isEmpty { last = chunk }
        return try next(of: pump, isAsked: false)
    }

    private func fault() -> EngineFault {
        let words = "the stream gave \(given) bytes where \(length ?? 0) were announced"
        return EngineFault(.invalidRequest(.body(words)))
    }
}
#endif
