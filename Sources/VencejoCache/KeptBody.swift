import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// A body that is handed on and kept at the same time, piece by piece.
///
/// A reader that leaves before the end keeps nothing, and a store that fails disturbs no reader.
final class KeptBody: BodySource {
    private let stream: BodyStream
    private let iterator: Locked<BodyStream.Iterator>
    private let writer: Locked<(any ResponseWriter)?>
    private let finish: @Sendable (any ResponseWriter) async -> Void
    private let expected: Int?
    private let count = Locked(0)

    /// - Parameters:
    ///   - expected: How many bytes make the answer whole, where that is known.
    ///   - finish: Makes the kept answer known, when all has come.
    init(
        _ stream: BodyStream,
        _ writer: any ResponseWriter,
        expected: Int?,
        finish: @escaping @Sendable (any ResponseWriter) async -> Void
    ) {
        self.stream = stream
        iterator = Locked(stream.makeAsyncIterator())
        self.writer = Locked(writer)
        self.expected = expected
        self.finish = finish
    }

    func next() async throws(NetworkError) -> [UInt8]? {
        var iterator = iterator.withLock { $0 }
        let piece: [UInt8]?
        do throws(NetworkError) {
            piece = try await iterator.next()
        } catch {
            abandon()
            throw error
        }
        guard let writer = writer.withLock({ $0 }) else { return piece }
        if let piece {
            count.withLock { $0 += piece.count }
            if await !writer.write(piece) { abandon() }
        } else {
            self.writer.withLock { $0 = nil }
            if let expected, expected != count.withLock({ $0 }) {
                writer.abandon()
            } else {
                await finish(writer)
            }
        }
        return piece
    }

    func cancel() {
        abandon()
        stream.cancel()
    }

    var trailers: Headers { stream.trailers }

    private func abandon() {
        let writer = writer.withLock { writer in
            defer { writer = nil }
            return writer
        }
        writer?.abandon()
    }
}
