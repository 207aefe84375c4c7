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

    private let method: HTTPMethod
    private let limits: WireLimits
    // A client has one server before it: what that meant by a lone LF is no riddle.
    private var lines = LineReader(end: .lineFeed)
    private var start: StatusLine?
    private var fields: FieldSection
    private var reader: BodyReader?

    package init(requestMethod: HTTPMethod, limits: WireLimits = .client) {
        method = requestMethod
        self.limits = limits
        fields = FieldSection(maxCount: limits.maxHeaderCount, mayNamesHoldBlanks: true)
    }

    /// Whether the answer is whole.
    package var isComplete: Bool { reader?.isComplete ?? false }
    /// Whether more bytes are needed.
    package var needsMore: Bool { !isComplete }
    /// Fields that came after a chunked body.
    package var trailers: Headers { reader?.trailers ?? Headers() }
    /// Whether any byte of an answer has come.
    package var hasBegun: Bool { head != nil || lines.used > 0 || !informational.isEmpty }
    /// Whether what follows on the connection is another protocol.
    package var isUpgrade: Bool {
        guard let head else { return false }
        return head.status.code == 101 || method == .connect && head.status.isSuccess
    }
    /// How much of a body of known length is still to come, for reading it elsewhere.
    package var remainingBodyBytes: Int? { reader?.remaining }

    /// Takes bytes and says how many: all, unless the answer is complete.
    package mutating func feed(_ bytes: Span<UInt8>) throws(WireError) -> Int {
        var position = 0
        while position < bytes.count, !isComplete {
            if reader != nil {
                try reader?.feed(bytes, &position, into: &body)
                continue
            }
            let limit = limits.maxHeadBytes
            switch try lines.next(
                in: bytes,
                from: &position,
                limit: limit,
                beyond: .headTooLarge(limit: limit)
            )
            {
            case nil: break
            case .here(let range): try take(bytes.extracting(range))
            case .gathered(let line): try take(line.span)
            }
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
        reader?.advance(by: count)
    }

    /// Says that the connection has ended: completes a body without a length, else throws.
    package mutating func end() throws(WireError) {
        guard reader == nil else {
            try reader?.end()
            return
        }
        throw .unexpectedEnd(hasBegun && informational.isEmpty ? .head : .beforeHead)
    }

    private mutating func take(_ line: Span<UInt8>) throws(WireError) {
        guard let start else {
            // Empty lines before a message are passed over (RFC 9112 §2.2).
            if !line.isEmpty { self.start = try StatusLine(line) }
            return
        }
        guard try fields.take(line) else { return }
        let headers = fields.takeHeaders()
        let framing = Framing(headers)
        let body = try framing.response(start, to: method)
        let isFinal = !start.status.isInformational || start.status.code == 101
        let head = ResponseHead(
            version: start.version,
            status: start.status,
            reason: start.reason,
            headers: headers,
            framing: body,
            keepAlive: framing.keepAlive(start.version, body) && start.status.code != 101
        )
        self.start = nil
        guard isFinal else {
            // Heads share one limit, so that interim ones cannot come without end.
            informational.append(head)
            return
        }
        self.head = head
        reader = try BodyReader(body, limits: limits, body: &self.body)
    }
}
