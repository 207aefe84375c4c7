import VencejoHTTP

/// The first line of a request (RFC 9112 §3).
struct RequestLine: Sendable {
    var method: HTTPMethod
    var target: String
    var version: HTTPVersion

    init(_ line: Span<UInt8>) throws(WireError) {
        var index = 0
        while index < line.count, line[index].isToken { index += 1 }
        guard index > 0, index < line.count, line[index] == 0x20 else { throw .badStartLine }
        method = HTTPMethod(rawValue: text(line.extracting(0..<index)))
        let start = index + 1
        index = start
        while index < line.count, line[index] > 0x20, line[index] != 0x7F { index += 1 }
        guard index > start else { throw .badStartLine }
        target = lenientText(line.extracting(start..<index))
        if index == line.count {
            // The simple request of HTTP/0.9: a path and no version.
            guard line[start] == UInt8(ascii: "/") else { throw .badStartLine }
            version = HTTPVersion(major: 0, minor: 9)
            return
        }
        guard line[index] == 0x20 else { throw .badStartLine }
        version = try Self.version(line, index + 1..<line.count)
    }

    /// Reads `HTTP/1.x` or `HTTP/0.9`, exactly (RFC 9112 §2.3).
    static func version(
        _ line: Span<UInt8>,
        _ range: Range<Int>
    ) throws(WireError) -> HTTPVersion {
        let start = range.lowerBound
        guard range.count == 8, line[start] == UInt8(ascii: "H"),
            line[start + 1] == UInt8(ascii: "T"), line[start + 2] == UInt8(ascii: "T"),
            line[start + 3] == UInt8(ascii: "P"), line[start + 4] == UInt8(ascii: "/"),
            line[start + 6] == UInt8(ascii: ".")
        else { throw .badStartLine }
        switch (line[start + 5], line[start + 7]) {
        case (0x31, let minor) where minor &- 0x30 < 10:
            return HTTPVersion(major: 1, minor: Int(minor) - 0x30)
        case (0x30, 0x39): return HTTPVersion(major: 0, minor: 9)
        default: throw .badVersion
        }
    }
}

/// The first line of an answer (RFC 9112 §4).
struct StatusLine: Sendable {
    var version: HTTPVersion
    var status: HTTPStatus
    var reason: String

    init(_ line: Span<UInt8>) throws(WireError) {
        guard line.count >= 12, line[8] == 0x20 else { throw .badStartLine }
        version = try RequestLine.version(line, 0..<8)
        var code = 0
        for index in 9..<12 {
            let digit = line[index] &- 0x30
            guard digit < 10 else { throw .badStartLine }
            code = code * 10 + Int(digit)
        }
        guard code >= 100 else { throw .badStartLine }
        status = HTTPStatus(code)
        reason = ""
        guard line.count > 12 else { return }
        guard line[12] == 0x20 else { throw .badStartLine }
        let words = trimmed(line, 13..<line.count)
        switch content(of: line, words) {
        case .control: throw .badStartLine
        case .ascii: reason = text(line.extracting(words))
        case .beyondASCII: reason = lenientText(line.extracting(words))
        }
    }
}
