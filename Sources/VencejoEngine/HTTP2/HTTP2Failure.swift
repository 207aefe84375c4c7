#if os(Linux)
import CNGHTTP2

/// Why an HTTP/2 stream or connection failed.
package enum HTTP2Failure: Error, Sendable, Hashable {
    /// nghttp2 said no: one of its negative codes.
    case library(Int32)
    /// The server reset the stream with a code of RFC 9113 §7.
    case reset(UInt32)
    /// The server ended the connection with a code of RFC 9113 §7.
    case goneAway(UInt32)
    /// The request was not processed, and may be sent again (RFC 9113 §8.7).
    case unprocessed
    /// The connection ended before the answer did.
    case closed
    /// More frames that help nobody than ``HTTP2Limits`` allows.
    case flood
    /// The head is larger than allowed, in bytes.
    case headTooLarge(limit: Int)
    /// More field lines than allowed.
    case tooManyHeaders(limit: Int)
    /// More interim answers than allowed.
    case tooManyInterimAnswers(limit: Int)
    /// A field that HTTP/2 forbids (RFC 9113 §8.2).
    case badHeader
    /// No status code, or one that is no three digits.
    case badStatus
    /// The content is larger than allowed, in bytes.
    case bodyTooLarge(limit: Int)
}

extension HTTP2Failure {
    /// The call was cancelled on this side.
    package static var cancelled: HTTP2Failure { .library(NGHTTP2_ERR_CANCEL.rawValue) }
}

extension HTTP2Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .library(let code): "HTTP/2: " + Self.words(library: code)
        case .reset(let code): "HTTP/2: the server reset the stream with \(Self.words(code: code))"
        case .goneAway(let code):
            "HTTP/2: the server ended the connection with \(Self.words(code: code))"
        case .unprocessed: "HTTP/2: the server did not take the request"
        case .closed: "HTTP/2: the connection ended before the answer did"
        case .flood: "HTTP/2: the server floods the connection with frames that carry nothing"
        case .headTooLarge(let limit): "HTTP/2: the head is longer than \(limit) bytes"
        case .tooManyHeaders(let limit): "HTTP/2: there are more than \(limit) header fields"
        case .tooManyInterimAnswers(let limit): "HTTP/2: more than \(limit) interim answers"
        case .badHeader: "HTTP/2: a header field is malformed or forbidden"
        case .badStatus: "HTTP/2: the answer has no valid status code"
        case .bodyTooLarge(let limit): "HTTP/2: the body is longer than \(limit) bytes"
        }
    }

    private static func words(library code: Int32) -> String {
        guard let text = nghttp2_strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }

    private static func words(code: UInt32) -> String {
        guard let text = nghttp2_http2_strerror(code) else { return "code \(code)" }
        return String(cString: text)
    }
}
#endif
