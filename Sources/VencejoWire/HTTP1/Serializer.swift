package import VencejoHTTP

/// Writes messages as bytes (RFC 9112).
///
/// Fields are written as they are given: whoever builds them says how the body is framed. A field,
/// method, target or reason that could break out of its line is an error of type ``WireError``.
package enum Serializer {
    /// Appends a request line, fields and, if given, a body.
    package static func request(
        method: HTTPMethod,
        target: String,
        headers: Headers,
        body: [UInt8] = [],
        into bytes: inout [UInt8]
    ) throws(WireError) {
        bytes.reserveCapacity(bytes.count + 128 + headers.count * 48 + body.count)
        try requestLine(method: method, path: target, query: nil, into: &bytes)
        try fields(headers, into: &bytes)
        bytes.append(contentsOf: body)
    }

    /// Appends a status line, fields and, if given, a body.
    package static func response(
        status: HTTPStatus,
        reason: String? = nil,
        headers: Headers,
        body: [UInt8] = [],
        into bytes: inout [UInt8]
    ) throws(WireError) {
        let reason = reason ?? status.reasonPhrase
        guard 100...999 ~= status.code, reason.utf8.allSatisfy(isContent) else {
            throw .badStartLine
        }
        bytes.reserveCapacity(bytes.count + 128 + headers.count * 48 + body.count)
        bytes.append(contentsOf: "HTTP/1.1 ".utf8)
        bytes.append(contentsOf: String(status.code).utf8)
        bytes.append(0x20)
        bytes.append(contentsOf: reason.utf8)
        bytes.append(contentsOf: "\r\n".utf8)
        try fields(headers, into: &bytes)
        bytes.append(contentsOf: body)
    }

    /// Appends one chunk; nothing for no bytes, which would end the body (RFC 9112 §7.1).
    package static func chunk(_ content: [UInt8], into bytes: inout [UInt8]) {
        guard !content.isEmpty else { return }
        bytes.append(contentsOf: String(content.count, radix: 16).utf8)
        bytes.append(contentsOf: "\r\n".utf8)
        bytes.append(contentsOf: content)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// Appends the chunk that ends a body, and trailers.
    package static func lastChunk(
        trailers: Headers = Headers(),
        into bytes: inout [UInt8]
    ) throws(WireError) {
        bytes.append(contentsOf: "0\r\n".utf8)
        try fields(trailers, into: &bytes)
    }

    private static func fields(
        _ headers: Headers,
        into bytes: inout [UInt8]
    ) throws(WireError) {
        for line in headers { try field(line.name, line.value, into: &bytes) }
        append(static: "\r\n", to: &bytes)
    }
}
