import VencejoHTTP
import VencejoWire

/// One connection's requests, from bytes in any portions; no I/O.
struct Exchange: Sendable {
    enum Event: Sendable {
        case needsBytes
        /// The client waits for `100 Continue` (RFC 9110 §10.1.1).
        case awaitsContinue
        /// A head whose content is still to come; told once.
        case head(RecordedRequest, keepsAlive: Bool)
        case request(RecordedRequest, keepsAlive: Bool)
        /// Some content of the request whose head was told, where that is wanted as it comes.
        case content([UInt8])
        /// The bytes are no request that is taken; this is the last answer.
        case refused(HTTPStatus)
    }

    private var parser: RequestParser
    private var input: [UInt8] = []
    private var position = 0
    private var hasContinued = false
    private var hasToldHead = false
    private var isAnswered = false
    private var givesContent = false
    private let maximumBodyBytes: Int

    init(options: MockServer.Options) {
        maximumBodyBytes = options.maximumBodyBytes
        parser = RequestParser(
            limits: WireLimits(
                maxHeadBytes: options.maximumHeadBytes,
                maxHeaderCount: 200,
                maxBodyBytes: options.maximumBodyBytes
            )
        )
    }

    /// Whether a request has begun and is not whole yet.
    var isWithinRequest: Bool { parser.hasBegun }

    /// Whether bytes of a request came that was never whole, or never looked at.
    var hasUnread: Bool { !isAnswered && (parser.hasBegun || position < input.count) }

    /// Notes that the request whose head was told has its answer: its content is only read past.
    mutating func answerEarly() { isAnswered = true }

    /// Notes that the content of the request whose head was told is wanted as it comes.
    mutating func giveContent() { givesContent = true }

    /// Whether enough waits here for the time being.
    var isFull: Bool { input.count - position > 64 << 10 }

    /// Takes bytes that arrived.
    mutating func take(_ bytes: [UInt8]) {
        if position == input.count {
            input.removeAll(keepingCapacity: true)
        } else if position > 0 {
            input.removeFirst(position)
        }
        position = 0
        input += bytes
    }

    /// What came behind the last request, which is another protocol.
    mutating func takeRest() -> [UInt8] {
        defer { position = input.count }
        return Array(input[position...])
    }

    mutating func next() -> Event {
        do {
            if position < input.count {
                let bytes = input
                let rest = bytes.span.extracting(position..<bytes.count)
                position += try parser.feed(rest)
            }
        } catch {
            return .refused(Self.status(for: error))
        }
        guard let head = parser.head else { return .needsBytes }
        if case .length(let length) = head.framing, length > maximumBodyBytes {
            return .refused(413)
        }
        guard head.version.major == 1 else { return .refused(505) }
        if head.version.minor >= 1, !head.headers.contains(.host) { return .refused(.badRequest) }
        // Only the chunked coding is taken off (RFC 9112 §6.1).
        if let coding = head.headers[.transferEncoding], coding.lowercased() != "chunked" {
            return .refused(501)
        }
        if givesContent {
            let content = parser.takeBody()
            if !content.isEmpty { return .content(content) }
        }
        guard parser.isComplete else {
            if isAnswered {
                _ = parser.takeBody()
                return .needsBytes
            }
            if !hasToldHead {
                hasToldHead = true
                return .head(Self.record(head, body: []), keepsAlive: head.keepAlive)
            }
            if head.expectsContinue, !hasContinued {
                hasContinued = true
                return .awaitsContinue
            }
            return .needsBytes
        }
        let request = Self.record(head, body: parser.takeBody())
        let wasAnswered = isAnswered
        hasContinued = false
        hasToldHead = false
        isAnswered = false
        givesContent = false
        parser.reset()
        return wasAnswered ? next() : .request(request, keepsAlive: head.keepAlive)
    }

    private static func record(_ head: RequestHead, body: [UInt8]) -> RecordedRequest {
        RecordedRequest(
            method: head.method,
            target: head.target,
            headers: head.headers,
            body: body
        )
    }

    private static func status(for error: WireError) -> HTTPStatus {
        switch error {
        case .headTooLarge, .tooManyHeaders, .trailersTooLarge: 431
        case .bodyTooLarge: 413
        case .badVersion: 505
        case .badTransferEncoding: 501
        default: .badRequest
        }
    }
}
