/// Why bytes are no HTTP/1.1 message.
package enum WireError: Error, Sendable, Hashable {
    /// The request line or status line is malformed.
    case badStartLine
    /// The version is none that is spoken here.
    case badVersion
    /// A field line is malformed.
    case badHeader(HeaderFault)
    /// A `Content-Length` is no plain decimal number.
    case badContentLength
    /// Several lengths, or a length beside `Transfer-Encoding`.
    case conflictingLengths
    /// `Transfer-Encoding` leaves the end of the body unknown.
    case badTransferEncoding
    /// A chunk's size, extension or end is malformed.
    case badChunk
    /// A line ends without a carriage return.
    case bareLineFeed
    /// Start line and fields are longer than allowed.
    case headTooLarge(limit: Int)
    /// More field lines than allowed.
    case tooManyHeaders(limit: Int)
    /// Trailer fields are longer than allowed.
    case trailersTooLarge(limit: Int)
    /// A chunk's first line is longer than allowed.
    case chunkLineTooLong(limit: Int)
    /// The content is longer than allowed.
    case bodyTooLarge(limit: Int)
    /// The connection ended within a message.
    case unexpectedEnd(Place)

    /// What is wrong with a field line.
    package enum HeaderFault: Sendable, Hashable {
        case noColon
        case badName
        case controlCharacter
        case badFold
        case repeatedHost
        case forbiddenTrailer
    }

    /// Where a connection ended.
    package enum Place: Sendable, Hashable {
        case beforeHead
        case head
        case body(missing: Int)
        case chunkedBody
        case trailers
    }
}

extension WireError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badStartLine: "the start line is malformed"
        case .badVersion: "the HTTP version is not supported"
        case .badHeader(let fault): "a header field \(fault.words)"
        case .badContentLength: "Content-Length is not a number"
        case .conflictingLengths: "the message states its length in conflicting ways"
        case .badTransferEncoding: "Transfer-Encoding leaves the end of the body unknown"
        case .badChunk: "a chunk of the body is malformed"
        case .bareLineFeed: "a line ends without a carriage return"
        case .headTooLarge(let limit): "the head is longer than \(limit) bytes"
        case .tooManyHeaders(let limit): "there are more than \(limit) header fields"
        case .trailersTooLarge(let limit): "the trailers are longer than \(limit) bytes"
        case .chunkLineTooLong(let limit): "a chunk's line is longer than \(limit) bytes"
        case .bodyTooLarge(let limit): "the body is longer than \(limit) bytes"
        case .unexpectedEnd(let place): "the connection ended \(place.words)"
        }
    }
}

extension WireError.HeaderFault {
    fileprivate var words: String {
        switch self {
        case .noColon: "has no colon"
        case .badName: "has a malformed name"
        case .controlCharacter: "holds a control character"
        case .badFold: "is folded where it may not be"
        case .repeatedHost: "named Host is repeated"
        case .forbiddenTrailer: "may not be a trailer"
        }
    }
}

extension WireError.Place {
    fileprivate var words: String {
        switch self {
        case .beforeHead: "before a message began"
        case .head: "within the head"
        case .body(let missing): "with \(missing) bytes of the body missing"
        case .chunkedBody: "within a chunked body"
        case .trailers: "within the trailers"
        }
    }
}
