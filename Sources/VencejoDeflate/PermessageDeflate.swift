#if canImport(CZlib)
import CZlib
import VencejoConcurrency
package import VencejoWire

/// Compression of WebSocket messages (RFC 7692) by zlib.
///
/// Unchecked: both streams are touched only under the lock that is theirs.
package final class PermessageDeflate: MessageCompression, @unchecked Sendable {
    private let deflating: Locked<DeflateStream>?
    private let inflating: Locked<InflateStream>

    /// What one side needs; nil where zlib gives no memory.
    ///
    /// - Parameters:
    ///   - agreement: What both sides agreed on.
    ///   - isClient: Whose window is whose.
    package init?(_ agreement: WebSocketDeflate, isClient: Bool) {
        let ownWindow = isClient ? agreement.clientWindow : agreement.serverWindow
        let ownForgets = isClient ? agreement.clientForgets : agreement.serverForgets
        // zlib makes no raw stream with a window of 256 bytes: such a side sends as it is.
        if ownWindow > 8 {
            guard let stream = DeflateStream(window: ownWindow, forgets: ownForgets) else {
                return nil
            }
            deflating = Locked(stream)
        } else {
            deflating = nil
        }
        guard let stream = InflateStream() else { return nil }
        inflating = Locked(stream)
    }

    package func compress(_ message: [UInt8]) -> [UInt8]? {
        deflating?.withLock { $0.message(message) }
    }

    package func expand(
        _ piece: [UInt8],
        into output: inout [UInt8],
        limit: Int
    ) throws(WebSocketFault) {
        var whole = output
        output = []
        defer { output = whole }
        try inflating.withLock { stream throws(WebSocketFault) in
            try stream.feed(piece, &whole, limit)
        }
    }

    package func endMessage(into output: inout [UInt8], limit: Int) throws(WebSocketFault) {
        // RFC 7692 §7.2.2: what the other side left out.
        try expand([0x00, 0x00, 0xFF, 0xFF], into: &output, limit: limit)
        inflating.withLock { $0.endMessage() }
    }
}

/// Compresses whole messages.
private struct DeflateStream: Sendable {
    private let state: ZlibState
    private let forgets: Bool

    init?(window: Int, forgets: Bool) {
        let begin: (z_streamp) -> Int32 = { stream in
            deflateInit2_(
                stream,
                Z_DEFAULT_COMPRESSION,
                Z_DEFLATED,
                Int32(-window),
                8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                streamSize
            )
        }
        guard let state = ZlibState(begin, end: { deflateEnd($0) }) else { return nil }
        self.state = state
        self.forgets = forgets
    }

    func message(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count < Int(UInt32.max) else { return nil }
        let stream = state.stream
        var input = bytes
        var output: [UInt8] = []
        input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            repeat {
                output += [UInt8](unsafeUninitializedCapacity: pieceSize) { room, count in
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(pieceSize)
                    _ = deflate(stream, Z_SYNC_FLUSH)
                    count = pieceSize - Int(stream.pointee.avail_out)
                }
            } while stream.pointee.avail_out == 0
        }
        if forgets { deflateReset(stream) }
        // RFC 7692 §7.2.1: the end of a flush is left out.
        if output.suffix(4) == [0x00, 0x00, 0xFF, 0xFF] { output.removeLast(4) }
        return output.isEmpty ? [0x00] : output
    }
}

/// Expands messages piece by piece.
private struct InflateStream: Sendable {
    private let state: ZlibState
    /// Whether the last block of a stream has come, after which another begins.
    private var isAtEnd = false

    init?() {
        // A larger window than the other side's does no harm.
        let begin: (z_streamp) -> Int32 = { inflateInit2_($0, -15, ZLIB_VERSION, streamSize) }
        guard let state = ZlibState(begin, end: { inflateEnd($0) }) else { return nil }
        self.state = state
    }

    mutating func feed(
        _ piece: [UInt8],
        _ output: inout [UInt8],
        _ limit: Int
    ) throws(WebSocketFault) {
        guard !piece.isEmpty, !isAtEnd else { return }
        let stream = state.stream
        var fault: WebSocketFault?
        var input = piece
        input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            while fault == nil, !isAtEnd {
                var code = Z_OK
                let some = [UInt8](unsafeUninitializedCapacity: pieceSize) { room, count in
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(pieceSize)
                    code = inflate(stream, Z_SYNC_FLUSH)
                    count = pieceSize - Int(stream.pointee.avail_out)
                }
                if some.count > limit - output.count {
                    fault = WebSocketFault(1009, "a message of more than \(limit) bytes")
                } else {
                    output += some
                }
                switch code {
                case Z_OK, Z_BUF_ERROR:
                    if stream.pointee.avail_out > 0 { return }
                case Z_STREAM_END: isAtEnd = true
                default: fault = WebSocketFault(1007, "a message that does not expand")
                }
            }
        }
        if let fault { throw fault }
    }

    mutating func endMessage() {
        // A block that called itself the last ends the stream, and the window with it.
        if isAtEnd { inflateReset(state.stream) }
        isAtEnd = false
    }
}
#endif
