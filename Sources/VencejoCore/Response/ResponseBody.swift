/// The content of an answer, decoded from its content coding: whole, or still coming.
public struct ResponseBody: Sendable, Hashable {
    private enum Content: Sendable, Hashable {
        case bytes([UInt8])
        case stream(BodyStream)
    }

    private let content: Content
    /// The codings that are still on the bytes because nobody here knows them.
    public let undecodedCodings: [String]

    public init(_ bytes: [UInt8] = [], undecodedCodings: [String] = []) {
        content = .bytes(bytes)
        self.undecodedCodings = undecodedCodings
    }

    package init(_ stream: BodyStream, undecodedCodings: [String] = []) {
        content = .stream(stream)
        self.undecodedCodings = undecodedCodings
    }

    /// The bytes of a whole body; none while the body is a stream.
    public var bytes: [UInt8] {
        if case .bytes(let bytes) = content { bytes } else { [] }
    }

    /// Whether the bytes are still to be read from ``stream``.
    public var isStream: Bool {
        if case .stream = content { true } else { false }
    }

    /// The body in chunks as they come; a whole body is one chunk.
    public var stream: BodyStream {
        switch content {
        case .bytes(let bytes): BodyStream(WholeBody(bytes))
        case .stream(let stream): stream
        }
    }

    public var isEmpty: Bool { bytes.isEmpty }
    public var count: Int { bytes.count }

    /// Reads the rest of the body into memory.
    ///
    /// Throws ``NetworkError/Kind-swift.enum/bodyTooLarge(limit:)`` as soon as there are more than
    /// `limit` bytes.
    public func collected(limit: Int) async throws(NetworkError) -> [UInt8] {
        guard case .stream(let stream) = content else {
            guard bytes.count <= limit else { throw NetworkError(.bodyTooLarge(limit: limit)) }
            return bytes
        }
        var collected: [UInt8] = []
        for try await chunk in stream {
            guard chunk.count <= limit - collected.count else {
                throw NetworkError(.bodyTooLarge(limit: limit))
            }
            collected += chunk
        }
        return collected
    }

    /// The body as bytes, cut after `limit`; a stream is closed then.
    package func beginning(limit: Int) async throws(NetworkError) -> ResponseBody {
        guard case .stream(let stream) = content else { return self }
        var collected: [UInt8] = []
        for try await chunk in stream {
            collected += chunk.prefix(limit - collected.count)
            if collected.count == limit { break }
        }
        return ResponseBody(collected, undecodedCodings: undecodedCodings)
    }

    /// Lets go of a body that nobody wants, reading a short rest so that its connection stays.
    package func discard() async {
        guard case .stream = content else { return }
        _ = try? await beginning(limit: 65_536)
    }
}
