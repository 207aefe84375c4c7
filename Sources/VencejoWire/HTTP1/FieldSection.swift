import VencejoHTTP

/// Field lines of a head or of trailers, line by line (RFC 9112 §5).
struct FieldSection: Sendable {
    private(set) var block = FieldBlock()
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
        try note(line, at: block.byteCount)
        block.keep(line)
        return false
    }

    /// Keeps the bytes of lines that were noted.
    mutating func keep(_ bytes: Span<UInt8>) {
        if !bytes.isEmpty { block.keep(bytes) }
    }

    /// Notes a line, neither empty nor a fold, whose bytes will lie where it says.
    ///
    /// Where it is known to be printable ASCII, nobody looks again.
    mutating func note(
        _ line: Span<UInt8>,
        at start: Int,
        isPlain: Bool = false
    ) throws(WireError) {
        var colon = endOfLetters(in: line, from: 0)
        while colon < line.count, line[colon].isToken { colon += 1 }
        var name = 0..<colon
        if mayNamesHoldBlanks, colon > 0, colon < line.count, line[colon].isBlank {
            name = try FieldName.withBlanks(line, &colon)
        }
        guard colon < line.count else { throw .badHeader(.noColon) }
        // RFC 9112 §5.1: no blank between name and colon.
        guard line[colon] == UInt8(ascii: ":"), colon > 0 else { throw .badHeader(.badName) }
        guard block.count < maxCount else { throw .tooManyHeaders(limit: maxCount) }
        let range = colon + 1..<line.count
        let (value, isASCII) =
            isPlain ? (trimmed(line, range), true) : try value(of: line, range)
        block.note(line, at: start, name: name, value: value, isASCII: isASCII)
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
    mutating func unfold(_ line: Span<UInt8>) throws(WireError) {
        guard block.count > 0, !block.isLast(.contentLength), !block.isLast(.transferEncoding),
            !block.isLast(.host)
        else { throw .badHeader(.badFold) }
        block.extendLast(by: line.extracting(try value(of: line, 0..<line.count).0))
    }
}
