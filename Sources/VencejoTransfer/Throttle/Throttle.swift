import VencejoConcurrency
public import VencejoCore
import VencejoHTTP

/// Keeps the bytes that all calls of a client move together below a rate.
///
///     let api = APIClient(baseURL: url, pipeline: [.throttle(uploadBytesPerSecond: 200_000)])
///
/// The bodies of requests are held back on their way to the connection, after any compression. Of
/// answers only those that are streams are: a body that is wanted whole comes as it comes.
public struct Throttle: Middleware {
    private let upload: Brake?
    private let download: Brake?

    /// - Parameters:
    ///   - uploadBytesPerSecond: For the bodies of requests; nil for no limit.
    ///   - downloadBytesPerSecond: For the bodies of answers that are streams; nil for no limit.
    public init(uploadBytesPerSecond: Int? = nil, downloadBytesPerSecond: Int? = nil) {
        upload = uploadBytesPerSecond.map(Brake.init)
        download = downloadBytesPerSecond.map(Brake.init)
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        var request = request
        let time = request.context.time
        if let upload, !request.body.isNone {
            request.context.bodyTaps.append(
                BodyTap(pieceSize: upload.pieceSize, isOfWire: true) { count in
                    try await upload.pass(count, time)
                }
            )
        }
        var response = try await next(request)
        if let download, response.body.isStream {
            response.body = ResponseBody(
                BodyStream(ThrottledBody(response.body.stream, download, time)),
                undecodedCodings: response.body.undecodedCodings
            )
        }
        return response
    }
}

/// A bucket that calls share.
private final class Brake: Sendable {
    let pieceSize: Int
    private let bucket: Locked<TokenBucket>

    init(bytesPerSecond: Int) {
        pieceSize = TokenBucket.pieceSize(bytesPerSecond: bytesPerSecond)
        bucket = Locked(TokenBucket(bytesPerSecond: bytesPerSecond))
    }

    /// Waits until bytes may pass.
    func pass(_ count: Int, _ time: TimeSource) async throws(NetworkError) {
        let now = time.now
        let wait = bucket.withLock { $0.take(count, at: now) }
        if wait > .zero { try await time.sleep(for: wait) }
    }
}

/// A body that comes no faster than a brake lets it.
private final class ThrottledBody: BodySource {
    private let stream: BodyStream
    private let chunks: Locked<BodyStream.Iterator?>
    private let brake: Brake
    private let time: TimeSource

    init(_ stream: BodyStream, _ brake: Brake, _ time: TimeSource) {
        self.stream = stream
        self.brake = brake
        self.time = time
        chunks = Locked(stream.makeAsyncIterator())
    }

    var trailers: Headers { stream.trailers }
    var timings: Timings? { stream.timings }

    func next() async throws(NetworkError) -> [UInt8]? {
        guard var iterator = chunks.withLock({ $0 }), let chunk = try await iterator.next() else {
            return nil
        }
        try await brake.pass(chunk.count, time)
        return chunk
    }

    func cancel() {
        chunks.withLock { $0 = nil }
        stream.cancel()
    }
}

extension Layer {
    /// Keeps the bytes that all calls move together below a rate; see ``Throttle``.
    public static func throttle(
        uploadBytesPerSecond: Int? = nil,
        downloadBytesPerSecond: Int? = nil
    ) -> Layer {
        Layer(
            Throttle(
                uploadBytesPerSecond: uploadBytesPerSecond,
                downloadBytesPerSecond: downloadBytesPerSecond
            )
        )
    }
}
