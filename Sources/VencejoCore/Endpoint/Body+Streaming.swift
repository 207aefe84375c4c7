extension Body {
    /// The content of a file, read in pieces while it is sent.
    ///
    /// A file that is missing, or changes its size on the way, fails the call with
    /// ``NetworkError/InvalidRequest/body(_:)``.
    public static func file(
        _ path: String,
        contentType: String = "application/octet-stream"
    ) -> Body {
        Body(.request(.file(path)), contentType: contentType)
    }

    /// Chunks that are made while they are sent, as fast as the server takes them.
    ///
    /// What the producer throws is the ``NetworkError/underlying`` error of the call. Once the
    /// server has answered, no more is asked of it.
    ///
    /// - Parameters:
    ///   - length: The bytes in all; nil sends chunks of any number (RFC 9112 §7.1). Another number
    ///     than this fails the call.
    ///   - contentType: The type, used where the caller's headers say nothing else.
    ///   - isReplayable: Whether `make` gives the same bytes each time it is called, as a redirect
    ///     that keeps the body needs it.
    ///   - make: Begins the chunks anew.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        length: Int? = nil,
        contentType: String = "application/octet-stream",
        isReplayable: Bool = true,
        _ make: @escaping @Sendable () -> Chunks
    ) -> Body where Chunks.Element == [UInt8] {
        Body(
            .request(.stream(length: length, isReplayable: isReplayable, make)),
            contentType: contentType
        )
    }
}
