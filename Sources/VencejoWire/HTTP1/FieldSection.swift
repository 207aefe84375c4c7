import VencejoHTTP

/// Field lines of a head or of trailers, line by line (RFC 9112 §5).
struct FieldSection: Sendable {
    private var block = FieldBlock()
    private let maxCount: Int
    private let mayNamesHoldBlanks: Bool

    var headers: Headers { Headers(block) }

    /// Gives up the fields.
    mutating func takeHeaders() -> Headers {
        defer { block = FieldBlock() }
        return headers
    }

    /// No fields yet; names may hold blanks where a server wrote them.
    init(maxCount: Int, mayNamesHoldBlanks: Bool = false) {
        self.maxCount = maxCount
        self.mayNamesHoldBlanks = mayNamesHoldBlanks
    }

    /// Takes a line; true when it is the empty one that ends the section.
    mutating func take(_ line: Span<UInt8>) throws(WireError) -> Bool {
        guard !line.isEmpty else { return true }
        if line[0].isBlank {
            try unfold(line)
            return false
        }
        var colon = 0
        while colon < line.count, line[colon].isToken { colon += 1 }
        var name = 0..<colon
        if mayNamesHoldBlanks, colon > 0, colon < line.count, line[colon].isBlank {
            name = try FieldName.withBlanks(line, &colon)
        }
        guard colon < line.count else { throw .badHeader(.noColon) }
        // RFC 9112 §5.1: no blank between name and colon.
        guard line[colon] == UInt8(ascii: ":"), colon > 0 else { throw .badHeader(.badName) }
        guard block.count < maxCount else { throw .tooManyHeaders(limit: maxCount) }
        let (value, isASCII) = try value(of: line, colon + 1..<line.count)
        block.append(line, name: name, value: value, isASCII: isASCII)
        return false
    }

    private func value(
        of line: Span<UInt8>,
        _ range: Range<Int>
    ) throws(WireError) -> (Range<Int>, isASCII: Bool) {
        let range = trimmed(line, range)
        switch content(of: line, range) {
        case .control: throw .badHeader(.controlCharacter)
        case .ascii: return (range, true)
        case .beyondASCII: return (range, false)
        }
    }

    // RFC 9112 §5.2: a fold reads as one blank. Where it could move the end of a body it is refused.
    private mutating func unfold(_ line: Span<UInt8>) throws(WireError) {
        guard block.count > 0, !block.isLast(.contentLength), !block.isLast(.transferEncoding),
            !block.isLast(.host)
        else { throw .badHeader(.badFold) }
        block.extendLast(by: line.extracting(try value(of: line, 0..<line.count).0))
    }
}
