package import VencejoHTTP

/// Reads one answer from pieces of any size (RFC 9112).
///
/// Answers with status 1xx before the final one are collected in ``informational``; 101 is final.
/// In a head, as far as no length is touched, it takes what servers get wrong: lone line feeds as
/// line ends, blanks in a name or before its colon, and text that is not ASCII.
package struct ResponseParser: Sendable {
    /// The final head, once it is whole.
    package private(set) var head: ResponseHead?
    /// Heads with status 1xx that came before.
    package private(set) var informational: [ResponseHead] = []
    /// The content so far, or since ``takeBody()``.
    package private(set) var body: [UInt8] = []

    /// How far an answer has come: what is asked for many times in a message.
    ///
    /// It is small. To ask the parser itself from where it is kept copies it.
    package struct Progress: Sendable, Hashable {
        /// Whether the final head has come.
        package fileprivate(set) var hasHead = false
        /// Whether the answer is whole.
        package fileprivate(set) var isComplete = false
        /// Whether what follows on the connection is another protocol.
        package fileprivate(set) var isUpgrade = false
        /// Whether another request may follow on the connection (RFC 9112 §9.3).
        package fileprivate(set) var keepsConnection = false
        /// Whether only the end of the connection ends the body.
        package fileprivate(set) var isUntilClose = false
        /// Whether any answer with status 1xx came.
        package fileprivate(set) var hasInterim = false
        /// Whether there may be fields after the body.
        package fileprivate(set) var mayHaveTrailers = false
        /// How much of a body of known length is still to come, for reading it elsewhere.
        package fileprivate(set) var remaining: Int?

        package init() {}
    }

    private var progress = Progress()
    private let method: HTTPMethod
    private let limits: WireLimits
    // A client has one server before it: what that meant by a lone LF is no riddle.
    private var lines = LineReader(end: .lineFeed)
    private var start: StatusLine?
    private var fields: FieldSection
    /// The body's, once ``head`` is there.
    private var reader: BodyReader

    package init(requestMethod: HTTPMethod, limits: WireLimits = .client) {
        method = requestMethod
        self.limits = limits
        fields = FieldSection(maxCount: limits.maxHeaderCount, mayNamesHoldBlanks: true)
        reader = BodyReader(limits: limits)
    }

    /// Whether the answer is whole.
    package var isComplete: Bool { progress.isComplete }
    /// Whether what follows on the connection is another protocol.
    package var isUpgrade: Bool { progress.isUpgrade }
    /// Whether more bytes are needed.
    package var needsMore: Bool { !isComplete }
    /// Fields that came after a chunked body.
    package var trailers: Headers { reader.trailers }
    /// Whether any byte of an answer has come.
    package var hasBegun: Bool { progress.hasHead || lines.used > 0 || !informational.isEmpty }

    /// How much of a body of known length is still to come, for reading it elsewhere.
    package var remainingBodyBytes: Int? { reader.remaining }

    /// The same as is told one by one, without a copy of the parser.
    package mutating func currentProgress() -> Progress {
        progress.remaining = reader.remaining
        return progress
    }

    /// Gives up the head, where it is needed no more.
    package mutating func takeHead() -> ResponseHead? {
        var taken: ResponseHead?
        swap(&taken, &head)
        return taken
    }

    /// Takes bytes and says how many: all, unless the answer is complete.
    package mutating func feed(_ bytes: Span<UInt8>) throws(WireError) -> Int {
        var position = 0
        if !progress.hasHead { try readHead(bytes, &position) }
        while position < bytes.count, !progress.isComplete {
            try reader.feed(bytes, &position, into: &body)
            progress.isComplete = reader.isComplete
        }
        return position
    }

    /// Takes bytes and says how many.
    package mutating func feed(_ bytes: [UInt8]) throws(WireError) -> Int {
        try feed(bytes.span)
    }

    /// Takes bytes and says how many.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(WireError) -> Int {
        try feed(unsafe Span(_unsafeBytes: bytes))
    }

    /// Gives up the content read so far, for streaming.
    package mutating func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }

    /// Notes bytes of a body of known length that the caller has read past the parser.
    package mutating func advance(by count: Int) {
        reader.advance(by: count)
        progress.isComplete = progress.hasHead && reader.isComplete
    }

    /// Says that the connection has ended: completes a body without a length, else throws.
    package mutating func end() throws(WireError) {
        guard !progress.hasHead else {
            try reader.end()
            progress.isComplete = true
            return
        }
        throw .unexpectedEnd(hasBegun && informational.isEmpty ? .head : .beforeHead)
    }
}

extension ResponseParser {
    /// Takes lines up to the end of the final head.
    ///
    /// Lines that lie whole in the piece are noted, and their bytes kept all at once.
    private mutating func readHead(
        _ bytes: Span<UInt8>,
        _ position: inout Int
    ) throws(WireError) {
        let limit = limits.maxHeadBytes
        var kept = position
        while position < bytes.count, !progress.hasHead {
            let first = position
            let line = try lines.next(
                in: bytes,
                from: &position,
                limit: limit,
                beyond: .headTooLarge(limit: limit)
            )
            switch line {
            case nil:
                // The line's beginning waits in the reader.
                fields.keep(bytes.extracting(kept..<first))
                return
            case .here(let range) where start != nil && !range.isEmpty && !bytes[first].isBlank:
                let place = fields.block.byteCount + range.lowerBound - kept
                try fields.note(bytes.extracting(range), at: place, isPlain: lines.isPlain)
            case .here(let range):
                if start != nil { fields.keep(bytes.extracting(kept..<first)) }
                kept = position
                try take(bytes.extracting(range))
            case .gathered(let line):
                kept = position
                try take(line.span)
            }
        }
        if !progress.hasHead { fields.keep(bytes.extracting(kept..<position)) }
    }

    private mutating func take(_ line: Span<UInt8>) throws(WireError) {
        guard start != nil else {
            // Empty lines before a message are passed over (RFC 9112 §2.2).
            if !line.isEmpty { start = try StatusLine(line) }
            return
        }
        if try fields.take(line) { try endHead() }
    }

    private mutating func endHead() throws(WireError) {
        guard let start else { return }
        let framing = Framing(fields.block)
        let headers = fields.takeHeaders()
        let body = try framing.response(start, to: method)
        let isFinal = !start.status.isInformational || start.status.code == 101
        let keeps = framing.keepAlive(start.version, body) && start.status.code != 101
        let head = ResponseHead(
            version: start.version,
            status: start.status,
            reason: start.reason,
            headers: headers,
            framing: body,
            keepAlive: keeps
        )
        self.start = nil
        guard isFinal else {
            // Heads share one limit, so that interim ones cannot come without end.
            informational.append(head)
            progress.hasInterim = true
            return
        }
        self.head = head
        progress.hasHead = true
        progress.keepsConnection = keeps
        progress.isUpgrade =
            start.status.code == 101 || method == .connect && start.status.isSuccess
        progress.isUntilClose = body == .untilClose
        progress.mayHaveTrailers = body == .chunked
        try reader.begin(body, body: &self.body)
        progress.isComplete = reader.isComplete
    }
}
