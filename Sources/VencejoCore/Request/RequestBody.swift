/// What a request carries: nothing, bytes, a file, or chunks that are made while they are sent.
public struct RequestBody: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case none
        case bytes([UInt8])
        case file(path: String)
        case stream(RequestStream)
    }

    package let content: Content

    private init(_ content: Content) {
        self.content = content
    }

    /// No body, which is not an empty one.
    public static let none = RequestBody(.none)

    /// Bytes held in memory; they can be sent again.
    public static func bytes(_ bytes: some Sequence<UInt8>) -> RequestBody {
        RequestBody(.bytes(Array(bytes)))
    }

    /// The content of a file, read in pieces while it is sent; it can be sent again.
    public static func file(_ path: String) -> RequestBody {
        RequestBody(.file(path: path))
    }

    /// Chunks that are made while they are sent.
    ///
    /// The next chunk is asked for when the connection has taken the one before. A redirect that
    /// keeps the body, and a connection that the server had closed, ask `make` for a second run.
    ///
    /// - Parameters:
    ///   - length: The bytes in all; nil sends chunks of any number (RFC 9112 §7.1). Another number
    ///     than this fails the call.
    ///   - isReplayable: Whether `make` gives the same bytes each time it is called.
    ///   - make: Begins the chunks anew.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        length: Int? = nil,
        isReplayable: Bool = true,
        _ make: @escaping @Sendable () -> Chunks
    ) -> RequestBody where Chunks.Element == [UInt8] {
        RequestBody(
            .stream(
                RequestStream(length: length, isReplayable: isReplayable) {
                    RequestChunks(make())
                }
            )
        )
    }

    /// The bytes, unless the body is a file or a stream.
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = content { bytes } else { nil }
    }

    public var isNone: Bool { content == .none }

    /// The number of bytes, where it is known before the body is sent.
    public var count: Int? {
        switch content {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .file: nil
        case .stream(let stream): stream.length
        }
    }

    /// Whether the body can be sent a second time, as some redirects ask.
    public var isReplayable: Bool {
        if case .stream(let stream) = content { stream.isReplayable } else { true }
    }
}
