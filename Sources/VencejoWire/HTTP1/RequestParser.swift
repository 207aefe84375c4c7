package import VencejoHTTP

/// Reads requests from pieces of any size, one after another (RFC 9112).
package struct RequestParser: Sendable {
    /// The head, once it is whole.
    package private(set) var head: RequestHead?
    /// The content so far, or since ``takeBody()``.
    package private(set) var body: [UInt8] = []

    private let limits: WireLimits
    private var lines = LineReader()
    private var start: RequestLine?
    private var fields: FieldSection
    private var reader: BodyReader?

    package init(limits: WireLimits = .server) {
        self.limits = limits
        fields = FieldSection(maxCount: limits.maxHeaderCount)
    }

    /// Whether the request is whole.
    package var isComplete: Bool { reader?.isComplete ?? false }
    /// Whether more bytes are needed.
    package var needsMore: Bool { !isComplete }
    /// Fields that came after a chunked body.
    package var trailers: Headers { reader?.trailers ?? Headers() }
    /// Whether part of a request has come; empty lines do not count.
    package var hasBegun: Bool { start != nil || head != nil || lines.isWithinLine }
    /// How much of a body of known length is still to come, for reading it elsewhere.
    package var remainingBodyBytes: Int? { reader?.remaining }

    /// Takes bytes and says how many: all, unless the request is complete.
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

    /// Makes ready for the next request on the connection.
    package mutating func reset() {
        self = RequestParser(limits: limits)
    }

    /// Says that the connection has ended: fine between requests, else throws.
    package mutating func end() throws(WireError) {
        guard reader == nil else {
            try reader?.end()
            return
        }
        if hasBegun { throw .unexpectedEnd(.head) }
    }

    private mutating func take(_ line: Span<UInt8>) throws(WireError) {
        guard let start else {
            // Empty lines before a message are passed over (RFC 9112 §2.2).
            if !line.isEmpty { self.start = try RequestLine(line) }
            return
        }
        guard try fields.take(line) else { return }
        let framing = Framing(fields.block)
        let headers = fields.takeHeaders()
        let body = try framing.request(start)
        let isConnect = start.method == .connect
        let isModern = start.version.major == 1 && start.version.minor >= 1
        head = RequestHead(
            method: start.method,
            target: start.target,
            version: start.version,
            headers: headers,
            framing: body,
            keepAlive: framing.keepAlive(start.version, body) && !isConnect,
            expectsContinue: framing.expectsContinue && isModern && body != .none,
            isUpgrade: isConnect || framing.upgrades
        )
        reader = try BodyReader(body, limits: limits, body: &self.body)
    }
}
