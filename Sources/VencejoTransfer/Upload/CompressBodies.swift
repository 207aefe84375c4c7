import VencejoConcurrency
public import VencejoCore
import VencejoDeflate
import VencejoHTTP

/// Sends bodies compressed (gzip, RFC 1952), as `Content-Encoding` says then.
///
///     let api = APIClient(baseURL: url, pipeline: [.compressBodies(), .retry()])
///
/// Bodies that have a `Content-Encoding` already stay as they are, and so do those that grow. Files
/// and streams are compressed while they are sent, with a length that nobody knows before. A server
/// that answers 415 with an `Accept-Encoding` without gzip (RFC 7694) is asked again without, and
/// gets no more compressed bodies.
///
/// It stands before layers that sign the body. Without zlib (on Apple's systems) it does nothing.
public struct CompressBodies: Middleware {
    private let minimumBytes: Int
    private let refusals = Refusals()

    /// - Parameter minimumBytes: Bodies that are known to be smaller stay as they are.
    public init(minimumBytes: Int = 1_024) {
        self.minimumBytes = max(1, minimumBytes)
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        guard request.context.compressesBodies, !refusals.contains(request.url.origin),
            let packed = try packed(request)
        else { return try await next(request) }
        do throws(NetworkError) {
            let response = try await next(packed)
            guard refuses(response.status, response.headers, request) else { return response }
            await response.body.discard()
        } catch {
            guard case .status(let status) = error.kind, let response = error.response,
                refuses(status, response.headers, request)
            else { throw error }
        }
        refusals.insert(request.url.origin)
        return try await next(request)
    }

    private func packed(_ request: Request) throws(NetworkError) -> Request? {
        guard !request.body.isNone, !request.headers.contains(.contentEncoding) else { return nil }
        var packed = request
        packed.headers[.contentEncoding] = "gzip"
        packed.headers.remove(.contentLength)
        if let bytes = request.body.bytes {
            guard bytes.count >= minimumBytes, let body = Gzip.pack(bytes),
                body.count < bytes.count
            else { return nil }
            packed.body = .bytes(body)
            return packed
        }
        let pieces: BodyPieces
        do throws(FileFault) {
            pieces = try BodyPieces(request.body)
        } catch {
            throw NetworkError(error.kind, request: request, underlying: error)
        }
        if let count = pieces.count, count < minimumBytes { return nil }
        // Whether there is zlib at all shows here, before the body has begun.
        guard GzipWriter() != nil else { return nil }
        // What watches the caller's bytes does so before they are compressed.
        let taps = request.context.bodyTaps.filter { !$0.isOfWire }
        packed.context.bodyTaps.removeAll { !$0.isOfWire }
        let total = pieces.count
        packed.body = .stream(length: nil, isReplayable: pieces.isReplayable) {
            for tap in taps { tap.begin(total) }
            return GzipChunks(base: pieces.chunks, taps: taps)
        }
        return packed
    }

    /// RFC 7694 §3: a 415 that is about the coding says which ones are taken.
    private func refuses(_ status: HTTPStatus, _ headers: Headers, _ request: Request) -> Bool {
        status == 415 && headers.contains(.acceptEncoding) && request.body.isReplayable
            && !AcceptEncoding.allowsGzip(headers[.acceptEncoding])
    }

    /// The servers that want no gzip, a bounded number of them.
    private final class Refusals: Sendable {
        private let origins = Locked<Set<URI.Origin>>([])

        func contains(_ origin: URI.Origin) -> Bool {
            origins.withLock { $0.contains(origin) }
        }

        func insert(_ origin: URI.Origin) {
            origins.withLock { origins in
                // Forgetting costs one refused call; growing without end costs more.
                if origins.count >= 1_024 { origins = [] }
                origins.insert(origin)
            }
        }
    }
}

/// The chunks of a body in gzip.
private struct GzipChunks: AsyncSequence, Sendable {
    let base: PieceChunks
    let taps: [BodyTap]

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), taps: taps, writer: GzipWriter())
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: PieceChunks.Iterator
        let taps: [BodyTap]
        /// Nil where there is none, and at the end.
        var writer: GzipWriter?
        private var isOver = false

        init(base: PieceChunks.Iterator, taps: [BodyTap], writer: GzipWriter?) {
            self.base = base
            self.taps = taps
            self.writer = writer
        }

        mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            if isOver { return nil }
            guard let writer else { throw NetworkError(.noConnection(.exhausted)) }
            while let chunk = try await base.next(isolation: actor) {
                for tap in taps { try await tap.pass(chunk.count) }
                let packed = writer.write(chunk)
                if !packed.isEmpty { return packed }
            }
            isOver = true
            return writer.finish()
        }
    }
}

extension CallContext {
    /// Whether a call's body may be compressed by ``CompressBodies``; true by default.
    public var compressesBodies: Bool {
        get { self[CompressesBodiesKey.self] }
        set { self[CompressesBodiesKey.self] = newValue }
    }
}

private enum CompressesBodiesKey: CallContextKey {
    static let defaultValue = true
}

extension Layer {
    /// Sends bodies compressed by gzip; see ``CompressBodies``.
    ///
    /// - Parameter minimumBytes: Bodies that are known to be smaller stay as they are.
    public static func compressBodies(minimumBytes: Int = 1_024) -> Layer {
        Layer(CompressBodies(minimumBytes: minimumBytes))
    }
}
