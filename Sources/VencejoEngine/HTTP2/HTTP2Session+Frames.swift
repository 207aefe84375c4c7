#if os(Linux)
import CNGHTTP2
import VencejoHTTP

/// What the frames of a server mean for its streams.
extension HTTP2Session {
    /// RFC 9113 §4.1: what stands before the payload of each frame.
    private static let frameHead = 9
    private static let failed = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
    /// nghttp2 resets the stream and goes on.
    private static let resetStream = NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue

    /// Counts a frame before it is read.
    func beginFrame(_ header: nghttp2_frame_hd) -> Int32 {
        let isEnd = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        streams[header.stream_id]?.bytesReceived += Self.frameHead + header.length
        switch UInt32(header.type) {
        case NGHTTP2_DATA.rawValue where header.length > 0 || isEnd:
            credit.earn(2)
            return 0
        case NGHTTP2_HEADERS.rawValue: return 0
        default:
            if credit.spend() { return 0 }
            fault = .flood
            return Self.failed
        }
    }

    /// Takes one field of the section that is being read.
    func takeField(
        _ name: UnsafeBufferPointer<UInt8>,
        _ value: UnsafeBufferPointer<UInt8>,
        on stream: HTTP2Stream
    ) -> Int32 {
        // RFC 9113 §6.5.2: how the size of a list of fields is counted.
        stream.sectionBytes += name.count + value.count + 32
        if stream.sectionBytes > limits.maxHeadBytes {
            return refuse(stream, .headTooLarge(limit: limits.maxHeadBytes))
        }
        if name.first == UInt8(ascii: ":") {
            guard name.elementsEqual(":status".utf8), value.count == 3 else {
                return refuse(stream, .badStatus)
            }
            stream.statusCode = value.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
            return 0
        }
        if stream.section.count >= limits.maxHeaderCount {
            return refuse(stream, .tooManyHeaders(limit: limits.maxHeaderCount))
        }
        if stream.section.isEmpty { stream.section.reserveCapacity(12) }
        stream.section.append(
            HeaderName(String(decoding: name, as: UTF8.self)),
            Self.text(value)
        )
        return 0
    }

    /// Values that are no UTF-8 are read as Latin-1, as over HTTP/1.1.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

    /// Ends a stream for what its server sent.
    func refuse(_ stream: HTTP2Stream, _ failure: HTTP2Failure) -> Int32 {
        stream.ownFailure = stream.ownFailure ?? failure
        return Self.resetStream
    }

    /// Acts on a frame that was read whole.
    func endFrame(_ frame: nghttp2_frame, _ handle: OpaquePointer?) -> Int32 {
        let id = frame.hd.stream_id
        switch UInt32(frame.hd.type) {
        case NGHTTP2_SETTINGS.rawValue: hasSettings = true
        case NGHTTP2_GOAWAY.rawValue:
            isGoingAway = true
            goAwayCode = frame.goaway.error_code
        case NGHTTP2_RST_STREAM.rawValue:
            streams[id]?.resetCode = frame.rst_stream.error_code
        case NGHTTP2_HEADERS.rawValue:
            guard let stream = streams[id] else { return 0 }
            if let failure = endSection(stream) {
                reset(stream, NGHTTP2_PROTOCOL_ERROR, handle)
                finish(stream, .failed(failure))
                return 0
            }
            endPart(stream, frame.hd, handle)
        case NGHTTP2_DATA.rawValue:
            guard let stream = streams[id] else { return 0 }
            endPart(stream, frame.hd, handle)
        default: break
        }
        return 0
    }

    /// Makes a section of fields an interim answer, the head or the trailers.
    private func endSection(_ stream: HTTP2Stream) -> HTTP2Failure? {
        let code = stream.statusCode
        let headers = stream.section
        stream.section = Headers()
        stream.sectionBytes = 0
        stream.statusCode = 0
        stream.lastMove = now
        if stream.firstByte == nil { stream.firstByte = now }
        if stream.head != nil {
            stream.trailers = headers
            return nil
        }
        guard 100...999 ~= code else { return .badStatus }
        if 100..<200 ~= code {
            stream.interimAnswers.append(HTTP2Head(status: HTTPStatus(code), headers: headers))
            let limit = limits.maxInterimAnswers
            let isTooMany = stream.interimAnswers.count > limit
            touch(stream)
            return isTooMany ? .tooManyInterimAnswers(limit: limit) : nil
        }
        stream.head = HTTP2Head(status: HTTPStatus(code), headers: headers)
        credit.earn(4)
        touch(stream)
        return nil
    }

    private func endPart(
        _ stream: HTTP2Stream,
        _ header: nghttp2_frame_hd,
        _ handle: OpaquePointer?
    ) {
        guard header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 else { return }
        stream.isRemoteDone = true
        stream.ended = now
        // Nobody reads the rest of the request any more (RFC 9113 §8.1).
        guard stream.sent == nil, stream.head != nil else { return }
        reset(stream, NGHTTP2_CANCEL, handle)
        finish(stream, .complete)
    }

    private func reset(
        _ stream: HTTP2Stream,
        _ code: nghttp2_error_code,
        _ handle: OpaquePointer?
    ) {
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        nghttp2_submit_rst_stream(handle, flags, stream.id, code.rawValue)
    }

    /// Takes a piece of content.
    func takeContent(
        _ bytes: UnsafeBufferPointer<UInt8>,
        of id: Int32,
        _ handle: OpaquePointer?
    ) -> Int32 {
        // The window of the connection stays open whatever the readers of its streams do.
        nghttp2_session_consume_connection(handle, bytes.count)
        guard let stream = streams[id] else { return 0 }
        stream.lastMove = now
        stream.received += bytes.count
        if stream.received > stream.limit {
            cancel(stream, for: .bodyTooLarge(limit: stream.limit))
            return 0
        }
        stream.incoming.append(contentsOf: bytes)
        if stream.isWhole {
            nghttp2_session_consume_stream(handle, id, bytes.count)
        } else {
            touch(stream)
        }
        return 0
    }

    /// Settles a stream that nghttp2 has closed.
    func close(_ stream: HTTP2Stream, _ code: UInt32) {
        // RFC 9113 §8.1: after a whole answer a reset only says that the rest is not wanted.
        if stream.isRemoteDone, stream.head != nil { return finish(stream, .complete) }
        if let failure = stream.ownFailure { return finish(stream, .failed(failure)) }
        // By RST_STREAM, or by a GOAWAY that names an earlier stream (RFC 9113 §8.7).
        if code == NGHTTP2_REFUSED_STREAM.rawValue { return finish(stream, .failed(.unprocessed)) }
        if let code = stream.resetCode { return finish(stream, .failed(.reset(code))) }
        finish(stream, .failed(.library(Self.library(code))))
    }

    /// Notes when a request has left, and when nghttp2 itself ends the connection.
    func frameSent(_ frame: nghttp2_frame, _ handle: OpaquePointer?) {
        streams[frame.hd.stream_id]?.bytesSent += Self.frameHead + frame.hd.length
        switch UInt32(frame.hd.type) {
        case NGHTTP2_DATA.rawValue, NGHTTP2_HEADERS.rawValue:
            guard frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 else { return }
            streams[frame.hd.stream_id]?.sent = now
        case NGHTTP2_GOAWAY.rawValue:
            let code = frame.goaway.error_code
            guard code != NGHTTP2_NO_ERROR.rawValue else { return }
            fault = fault ?? .library(lastInvalid ?? Self.library(code))
        default: break
        }
    }

    /// nghttp2's name for what it resets streams and ends connections with.
    private static func library(_ code: UInt32) -> Int32 {
        switch code {
        case NGHTTP2_FLOW_CONTROL_ERROR.rawValue: NGHTTP2_ERR_FLOW_CONTROL.rawValue
        case NGHTTP2_FRAME_SIZE_ERROR.rawValue: NGHTTP2_ERR_FRAME_SIZE_ERROR.rawValue
        case NGHTTP2_COMPRESSION_ERROR.rawValue: NGHTTP2_ERR_HEADER_COMP.rawValue
        case NGHTTP2_ENHANCE_YOUR_CALM.rawValue: NGHTTP2_ERR_FLOODED.rawValue
        case NGHTTP2_PROTOCOL_ERROR.rawValue: NGHTTP2_ERR_HTTP_MESSAGING.rawValue
        default: NGHTTP2_ERR_PROTO.rawValue
        }
    }
}
#endif
