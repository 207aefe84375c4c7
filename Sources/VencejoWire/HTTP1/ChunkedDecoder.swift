package import VencejoHTTP

/// Takes the chunked coding off a body (RFC 9112 §7.1).
///
///     5;name=value CRLF  hello CRLF  0 CRLF  Trailer: field CRLF  CRLF
///     └─ size ─────────┘└─ data ──┘└ size ─┘└─ trailers ─────────────┘
package struct ChunkedDecoder: Sendable {
    private enum State: Sendable, Hashable {
        case size
        case data(Int)
        case dataCR
        case dataLF
        case trailers
        case complete
    }

    private var state = State.size
    private var lines = LineReader()
    private var fields: FieldSection
    private let limits: WireLimits
    private var total = 0

    package init(limits: WireLimits = .client) {
        self.limits = limits
        fields = FieldSection(maxCount: limits.maxHeaderCount)
    }

    /// Whether the last chunk and the trailers have come.
    package var isComplete: Bool { state == .complete }
    /// The fields after the last chunk.
    package var trailers: Headers { fields.headers }
    /// Where a connection that ends now would have cut the body.
    package var place: WireError.Place { state == .trailers ? .trailers : .chunkedBody }

    /// Appends the content of a piece to `body`; how many bytes were taken.
    package mutating func feed(
        _ bytes: Span<UInt8>,
        into body: inout [UInt8]
    ) throws(WireError) -> Int {
        var position = 0
        while position < bytes.count, state != .complete {
            switch state {
            case .data(let remaining):
                let count = min(remaining, bytes.count - position)
                body.append(bytes, position..<position + count)
                position += count
                state = count == remaining ? .dataCR : .data(remaining - count)
            case .dataCR:
                guard bytes[position] == 0x0D else { throw .badChunk }
                position += 1
                state = .dataLF
            case .dataLF:
                guard bytes[position] == 0x0A else { throw .badChunk }
                position += 1
                lines.reset()
                state = .size
            case .size: try takeSize(bytes, &position)
            case .trailers: try takeTrailer(bytes, &position)
            case .complete: break
            }
        }
        return position
    }

    private mutating func takeSize(
        _ bytes: Span<UInt8>,
        _ position: inout Int
    ) throws(WireError) {
        let limit = limits.maxChunkLineBytes
        let line = try lines.next(
            in: bytes,
            from: &position,
            limit: limit,
            beyond: .chunkLineTooLong(limit: limit)
        )
        let size: Int
        switch line {
        case nil: return
        case .here(let range): size = try ChunkLine.size(bytes.extracting(range))
        case .gathered(let line): size = try ChunkLine.size(line.span)
        }
        let (sum, overflow) = total.addingReportingOverflow(size)
        guard !overflow, sum <= limits.maxBodyBytes else {
            throw .bodyTooLarge(limit: limits.maxBodyBytes)
        }
        total = sum
        lines.reset()
        state = size == 0 ? .trailers : .data(size)
    }

    private mutating func takeTrailer(
        _ bytes: Span<UInt8>,
        _ position: inout Int
    ) throws(WireError) {
        let limit = limits.maxTrailerBytes
        let line = try lines.next(
            in: bytes,
            from: &position,
            limit: limit,
            beyond: .trailersTooLarge(limit: limit)
        )
        let ended: Bool
        switch line {
        case nil: return
        case .here(let range): ended = try fields.take(bytes.extracting(range))
        case .gathered(let line): ended = try fields.take(line.span)
        }
        guard ended else { return }
        // RFC 9110 §6.5.1: what frames or routes a message may not come after it.
        for name: HeaderName in [.contentLength, .transferEncoding, .host]
        where fields.headers.contains(name) {
            throw .badHeader(.forbiddenTrailer)
        }
        state = .complete
    }
}
