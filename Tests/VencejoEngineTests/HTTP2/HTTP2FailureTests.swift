#if os(Linux)
import CNGHTTP2
import Testing
import VencejoCore
import VencejoEngine

@Suite struct `Failures of HTTP/2` {
    private enum Group: Sendable, Hashable {
        case closed
        case reset
        case exhausted
        case cancelled
        case invalid
        case unsupported
        case tls
        case other
    }

    private func group(_ kind: NetworkError.Kind) -> Group? {
        switch kind {
        case .noConnection(.closed): .closed
        case .noConnection(.reset): .reset
        case .noConnection(.exhausted): .exhausted
        case .noConnection(.other): .other
        case .cancelled: .cancelled
        case .invalidResponse: .invalid
        case .unsupported: .unsupported
        case .tls(.protocolMismatch): .tls
        default: nil
        }
    }

    @Test func `every code of nghttp2 has its kind`() {
        let table: [(nghttp2_error, Group)] = [
            (NGHTTP2_ERR_INVALID_ARGUMENT, .other), (NGHTTP2_ERR_BUFFER_ERROR, .other),
            (NGHTTP2_ERR_UNSUPPORTED_VERSION, .unsupported), (NGHTTP2_ERR_WOULDBLOCK, .other),
            (NGHTTP2_ERR_PROTO, .invalid), (NGHTTP2_ERR_INVALID_FRAME, .invalid),
            (NGHTTP2_ERR_EOF, .closed), (NGHTTP2_ERR_DEFERRED, .other),
            (NGHTTP2_ERR_STREAM_ID_NOT_AVAILABLE, .closed),
            (NGHTTP2_ERR_STREAM_CLOSED, .reset), (NGHTTP2_ERR_STREAM_CLOSING, .reset),
            (NGHTTP2_ERR_STREAM_SHUT_WR, .reset), (NGHTTP2_ERR_INVALID_STREAM_ID, .other),
            (NGHTTP2_ERR_INVALID_STREAM_STATE, .other),
            (NGHTTP2_ERR_DEFERRED_DATA_EXIST, .other),
            (NGHTTP2_ERR_START_STREAM_NOT_ALLOWED, .closed),
            (NGHTTP2_ERR_GOAWAY_ALREADY_SENT, .closed),
            (NGHTTP2_ERR_INVALID_HEADER_BLOCK, .invalid), (NGHTTP2_ERR_INVALID_STATE, .other),
            (NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE, .other),
            (NGHTTP2_ERR_FRAME_SIZE_ERROR, .invalid), (NGHTTP2_ERR_HEADER_COMP, .invalid),
            (NGHTTP2_ERR_FLOW_CONTROL, .invalid), (NGHTTP2_ERR_INSUFF_BUFSIZE, .other),
            (NGHTTP2_ERR_PAUSE, .other), (NGHTTP2_ERR_TOO_MANY_INFLIGHT_SETTINGS, .invalid),
            (NGHTTP2_ERR_PUSH_DISABLED, .invalid), (NGHTTP2_ERR_DATA_EXIST, .other),
            (NGHTTP2_ERR_SESSION_CLOSING, .closed), (NGHTTP2_ERR_HTTP_HEADER, .invalid),
            (NGHTTP2_ERR_HTTP_MESSAGING, .invalid), (NGHTTP2_ERR_REFUSED_STREAM, .other),
            (NGHTTP2_ERR_INTERNAL, .other), (NGHTTP2_ERR_CANCEL, .cancelled),
            (NGHTTP2_ERR_SETTINGS_EXPECTED, .invalid), (NGHTTP2_ERR_TOO_MANY_SETTINGS, .invalid),
            (NGHTTP2_ERR_FATAL, .other), (NGHTTP2_ERR_NOMEM, .exhausted),
            (NGHTTP2_ERR_CALLBACK_FAILURE, .other), (NGHTTP2_ERR_BAD_CLIENT_MAGIC, .invalid),
            (NGHTTP2_ERR_FLOODED, .invalid), (NGHTTP2_ERR_TOO_MANY_CONTINUATIONS, .invalid),
        ]
        for (code, expected) in table {
            let failure = HTTP2Failure.library(code.rawValue)
            #expect(group(failure.kind) == expected, "\(failure)")
        }
        // The library's own words show that no code was left out.
        let known = Set(table.map(\.0.rawValue))
        for code in Int32(-1_000) ... -1 where !known.contains(code) {
            let words = unsafe nghttp2_strerror(code).map { unsafe String(cString: $0) }
            #expect(words == "Unknown error code", "\(code)")
        }
    }

    @Test func `every code of the standard has its kind`() {
        let table: [(UInt32, Group)] = [
            (0, .closed), (1, .other), (2, .reset), (3, .other), (4, .other), (5, .other),
            (6, .other), (7, .other), (8, .reset), (9, .other), (10, .other), (11, .other),
            (12, .tls), (13, .unsupported), (14, .other), (.max, .other),
        ]
        for (code, expected) in table {
            #expect(group(HTTP2Failure.reset(code).kind) == expected, "\(code)")
            #expect(group(HTTP2Failure.goneAway(code).kind) == expected, "\(code)")
        }
    }

    @Test func `every limit has its kind`() {
        #expect(HTTP2Failure.bodyTooLarge(limit: 3).kind == .bodyTooLarge(limit: 3))
        #expect(HTTP2Failure.closed.kind == .noConnection(.closed))
        #expect(group(HTTP2Failure.unprocessed.kind) == .other)
        let invalid: [HTTP2Failure] = [
            .flood, .headTooLarge(limit: 1), .tooManyHeaders(limit: 1),
            .tooManyInterimAnswers(limit: 1), .badHeader, .badStatus,
        ]
        for failure in invalid { #expect(group(failure.kind) == .invalid) }
    }
}
#endif
