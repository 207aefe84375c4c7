import VencejoHTTP

/// Takes the body that a head has announced.
struct BodyReader: Sendable {
    private enum State: Sendable {
        case length(Int)
        case chunked(ChunkedDecoder)
        case untilClose
        case complete
    }

    private var state = State.complete
    private let limits: WireLimits
    private var maxBytes: Int { limits.maxBodyBytes }
    private var total = 0
    private(set) var trailers = Headers()

    /// No body, until one begins.
    init(limits: WireLimits) {
        self.limits = limits
    }

    init(_ framing: BodyFraming, limits: WireLimits, body: inout [UInt8]) throws(WireError) {
        self.limits = limits
        try begin(framing, body: &body)
    }

    mutating func begin(_ framing: BodyFraming, body: inout [UInt8]) throws(WireError) {
        switch framing {
        case .none, .length(0): state = .complete
        case .length(let length):
            guard length <= maxBytes else { throw .bodyTooLarge(limit: maxBytes) }
            // A stated length is a promise, not a fact: no more than this is set aside ahead.
            body.reserveCapacity(min(length, 1 << 20))
            state = .length(length)
        case .chunked: state = .chunked(ChunkedDecoder(limits: limits))
        case .untilClose: state = .untilClose
        }
    }

    var isComplete: Bool { if case .complete = state { true } else { false } }

    /// How much of a body of known length is still to come.
    var remaining: Int? { if case .length(let count) = state { count } else { nil } }

    mutating func feed(
        _ bytes: Span<UInt8>,
        _ position: inout Int,
        into body: inout [UInt8]
    ) throws(WireError) {
        let rest = bytes.count - position
        switch state {
        case .complete: return
        case .length(let remaining):
            let count = min(remaining, rest)
            body.append(bytes, position..<position + count)
            position += count
            advance(by: count)
        case .untilClose:
            guard rest <= maxBytes - total else { throw .bodyTooLarge(limit: maxBytes) }
            body.append(bytes, position..<bytes.count)
            position = bytes.count
            total += rest
        case .chunked(var decoder):
            position += try decoder.feed(bytes.extracting(position..<bytes.count), into: &body)
            trailers = decoder.trailers
            state = decoder.isComplete ? .complete : .chunked(decoder)
        }
    }

    /// Notes bytes of a body of known length that went elsewhere.
    mutating func advance(by count: Int) {
        guard case .length(let remaining) = state else { return }
        state = count >= remaining ? .complete : .length(remaining - count)
    }

    mutating func end() throws(WireError) {
        switch state {
        case .complete: break
        case .untilClose: state = .complete
        case .length(let remaining): throw .unexpectedEnd(.body(missing: remaining))
        case .chunked(let decoder): throw .unexpectedEnd(decoder.place)
        }
    }
}
