/// A body that is made of several things, one after the other.
package struct BodyPieces: Sendable {
    package enum Piece: Sendable {
        case bytes([UInt8])
        case file(path: String, count: Int)
        case stream(RequestStream)

        /// The bytes in all, where they are known.
        var count: Int? {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let count): count
            case .stream(let stream): stream.length
            }
        }

        var isReplayable: Bool {
            if case .stream(let stream) = self { stream.isReplayable } else { true }
        }
    }

    package private(set) var pieces: [Piece] = []

    package init(_ pieces: [Piece] = []) {
        for piece in pieces { append(piece) }
    }

    /// The pieces of a body that is there already; a file's length is looked up.
    package init(_ body: RequestBody) throws(FileFault) {
        switch body.content {
        case .none: break
        case .bytes(let bytes): append(.bytes(bytes))
        case .file(let path): try append(file: path)
        case .stream(let stream): append(.stream(stream))
        }
    }

    /// Bytes behind bytes go out together.
    package mutating func append(_ piece: Piece) {
        if case .bytes(let bytes) = piece {
            if case .bytes(let before) = pieces.last {
                pieces[pieces.count - 1] = .bytes(before + bytes)
                return
            }
            guard !bytes.isEmpty else { return }
        }
        pieces.append(piece)
    }

    /// A file with the length that it has now.
    package mutating func append(file path: String) throws(FileFault) {
        append(.file(path: path, count: try FileReader(path).count))
    }

    /// The bytes in all; nil when one piece does not know.
    package var count: Int? {
        var sum = 0
        for piece in pieces {
            guard let count = piece.count else { return nil }
            let (next, isOver) = sum.addingReportingOverflow(count)
            guard !isOver else { return nil }
            sum = next
        }
        return sum
    }

    package var isReplayable: Bool { pieces.allSatisfy(\.isReplayable) }

    /// The pieces as one body, in chunks of a size that sockets like.
    package var body: RequestBody {
        let pieces = pieces
        return .stream(length: count, isReplayable: isReplayable) {
            PieceChunks(pieces: pieces)
        }
    }

    /// The chunks of all pieces in turn.
    package var chunks: PieceChunks { PieceChunks(pieces: pieces) }
}

/// One run through the pieces of a body; files are opened when it is their turn.
package struct PieceChunks: AsyncSequence, Sendable {
    fileprivate let pieces: [BodyPieces.Piece]
    package static let chunkSize = 131_072

    package func makeAsyncIterator() -> Iterator { Iterator(rest: pieces[...]) }

    package struct Iterator: AsyncIteratorProtocol {
        private enum Open {
            case bytes([UInt8], Int)
            case file(FileReader, Int)
            case chunks(RequestChunks)
        }

        fileprivate var rest: ArraySlice<BodyPieces.Piece>
        private var open: Open?

        fileprivate init(rest: ArraySlice<BodyPieces.Piece>) {
            self.rest = rest
        }

        package mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            while true {
                if let chunk = try await chunk(isolation: actor) { return chunk }
                guard let piece = rest.popFirst() else { return nil }
                open = try Self.opened(piece)
            }
        }

        private static func opened(_ piece: BodyPieces.Piece) throws -> Open {
            switch piece {
            case .bytes(let bytes): return .bytes(bytes, 0)
            case .file(let path, let count):
                let file = try FileReader(path)
                guard file.count == count else {
                    throw FileFault(path: path, reason: "of another size than announced")
                }
                return .file(file, 0)
            case .stream(let stream):
                guard let chunks = stream.begin() else {
                    throw NetworkError(.invalidRequest(.bodyNotReplayable))
                }
                return .chunks(chunks)
            }
        }

        private mutating func chunk(isolation: isolated (any Actor)?) async throws -> [UInt8]? {
            switch open {
            case .bytes(let bytes, let start) where start < bytes.count:
                let end = Swift.min(bytes.count, start + PieceChunks.chunkSize)
                open = .bytes(bytes, end)
                return start == 0 && end == bytes.count ? bytes : Array(bytes[start..<end])
            case .file(let file, let start) where start < file.count:
                let bytes = try file.piece(from: start, upTo: PieceChunks.chunkSize)
                open = .file(file, start + bytes.count)
                return bytes
            case .chunks(let chunks):
                if let chunk = try await chunks.next() { return chunk }
            default: break
            }
            open = nil
            return nil
        }
    }
}
