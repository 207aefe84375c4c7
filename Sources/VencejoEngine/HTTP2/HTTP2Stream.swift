#if os(Linux)
package import VencejoHTTP
package import VencejoSockets

/// The head of an answer over HTTP/2.
package struct HTTP2Head: Sendable, Hashable {
    package var status: HTTPStatus
    package var headers: Headers
}

/// One request and its answer, as far as they have come.
///
///     queued ──► open ──head──► body ──► complete
///        └─────────┴────────────┴──────► failed
///
/// Unchecked: everything that changes is touched only under the lock of its connection.
package final class HTTP2Stream: @unchecked Sendable {
    package enum Outcome: Sendable, Hashable {
        case complete
        case failed(HTTP2Failure)
    }

    /// Wakes whoever waits for the answer.
    package let reader: Waiter?
    /// Wakes whoever feeds the body of the request.
    package let writer: Waiter?
    /// Whether content is kept for one reader to take as a whole, and so acknowledged at once.
    let isWhole: Bool
    /// The most content that is taken.
    let limit: Int

    package internal(set) var id: Int32 = -1
    package internal(set) var head: HTTP2Head?
    package internal(set) var trailers = Headers()
    package internal(set) var outcome: Outcome?
    /// Content that nobody has taken yet.
    package internal(set) var incoming: [UInt8] = []
    /// Content so far, taken or not.
    var received = 0
    var isRemoteDone = false
    /// Why it is being reset from this side.
    var ownFailure: HTTP2Failure?
    var resetCode: UInt32?

    // The field section that is being read.
    var section = Headers()
    var sectionBytes = 0
    var statusCode = 0
    /// The answers of 1xx before the final one.
    package internal(set) var interimAnswers: [HTTP2Head] = []

    // The body of the request.
    var outgoing: [UInt8] = []
    var outgoingStart = 0
    /// Whether nothing will be added to `outgoing`.
    var isOutgoingWhole = true
    var isDeferred = false

    /// Whether it had to wait for its turn.
    var wasInLine = false

    /// What its frames moved, their heads included.
    var bytesSent = 0
    var bytesReceived = 0

    // Moments of the clock.
    package internal(set) var submitted: UInt64?
    var sent: UInt64?
    var firstByte: UInt64?
    /// When the last byte of the answer came.
    var ended: UInt64?
    /// When bytes last moved, either way.
    var lastMove: UInt64 = 0

    /// Who waits for a stream.
    enum Side: Sendable {
        case reader
        case writer
    }

    /// Whether it stands in the list of those to wake, and for whom.
    var isTouched = false
    var wakesReader = false
    var wakesWriter = false

    package init(
        isWhole: Bool = true,
        limit: Int = .max,
        reader: Waiter? = nil,
        writer: Waiter? = nil
    ) {
        self.isWhole = isWhole
        self.limit = limit
        self.reader = reader
        self.writer = writer
    }

    /// Bytes of the request's body that have not been handed to nghttp2.
    package var outgoingCount: Int { outgoing.count - outgoingStart }

    /// Takes the content that has come.
    package func takeIncoming() -> [UInt8] {
        defer { incoming = [] }
        return incoming
    }

    /// Fills nghttp2's buffer with the next piece of the body.
    func provide(_ target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, outgoingCount)
        guard count > 0 else { return 0 }
        outgoing.withUnsafeBytes { bytes in
            target.copyMemory(
                from: UnsafeRawBufferPointer(
                    rebasing: bytes[outgoingStart..<outgoingStart + count]
                )
            )
        }
        outgoingStart += count
        if outgoingStart == outgoing.count {
            outgoing = []
            outgoingStart = 0
        }
        return count
    }

    /// Appends to the body of the request, without a copy where nothing is waiting.
    func append(_ piece: [UInt8]) {
        if outgoing.isEmpty {
            outgoing = piece
        } else {
            outgoing.append(contentsOf: piece)
        }
    }
}
#endif
