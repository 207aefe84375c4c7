#if os(Linux)
import CNGHTTP2
package import VencejoCore

extension HTTP2Failure {
    /// What a caller is told.
    package var kind: NetworkError.Kind {
        switch self {
        case .library(let code): Self.kind(library: code, description)
        case .reset(let code), .goneAway(let code): Self.kind(code: code, description)
        case .unprocessed: .noConnection(.other(description))
        case .closed: .noConnection(.closed)
        case .bodyTooLarge(let limit): .bodyTooLarge(limit: limit)
        case .flood, .headTooLarge, .tooManyHeaders, .tooManyInterimAnswers, .badHeader,
            .badStatus:
            .invalidResponse(description)
        }
    }

    private static func kind(library code: Int32, _ words: String) -> NetworkError.Kind {
        switch nghttp2_error(rawValue: code) {
        case NGHTTP2_ERR_PROTO, NGHTTP2_ERR_INVALID_FRAME, NGHTTP2_ERR_INVALID_HEADER_BLOCK,
            NGHTTP2_ERR_FRAME_SIZE_ERROR, NGHTTP2_ERR_HEADER_COMP, NGHTTP2_ERR_FLOW_CONTROL,
            NGHTTP2_ERR_HTTP_HEADER, NGHTTP2_ERR_HTTP_MESSAGING, NGHTTP2_ERR_SETTINGS_EXPECTED,
            NGHTTP2_ERR_TOO_MANY_SETTINGS, NGHTTP2_ERR_PUSH_DISABLED, NGHTTP2_ERR_FLOODED,
            NGHTTP2_ERR_TOO_MANY_CONTINUATIONS, NGHTTP2_ERR_BAD_CLIENT_MAGIC,
            NGHTTP2_ERR_TOO_MANY_INFLIGHT_SETTINGS:
            .invalidResponse(words)
        case NGHTTP2_ERR_NOMEM: .noConnection(.exhausted)
        case NGHTTP2_ERR_CANCEL: .cancelled
        case NGHTTP2_ERR_EOF, NGHTTP2_ERR_SESSION_CLOSING, NGHTTP2_ERR_GOAWAY_ALREADY_SENT,
            NGHTTP2_ERR_START_STREAM_NOT_ALLOWED, NGHTTP2_ERR_STREAM_ID_NOT_AVAILABLE:
            .noConnection(.closed)
        case NGHTTP2_ERR_STREAM_CLOSED, NGHTTP2_ERR_STREAM_CLOSING, NGHTTP2_ERR_STREAM_SHUT_WR:
            .noConnection(.reset)
        case NGHTTP2_ERR_UNSUPPORTED_VERSION: .unsupported(words)
        default: .noConnection(.other(words))
        }
    }

    private static func kind(code: UInt32, _ words: String) -> NetworkError.Kind {
        switch code {
        case NGHTTP2_NO_ERROR.rawValue: .noConnection(.closed)
        case NGHTTP2_INTERNAL_ERROR.rawValue, NGHTTP2_CANCEL.rawValue: .noConnection(.reset)
        case NGHTTP2_INADEQUATE_SECURITY.rawValue: .tls(.protocolMismatch)
        case NGHTTP2_HTTP_1_1_REQUIRED.rawValue: .unsupported(words)
        default: .noConnection(.other(words))
        }
    }
}

extension EngineFault {
    init(_ failure: HTTP2Failure) {
        self.init(failure.kind, underlying: failure)
    }
}
#endif
