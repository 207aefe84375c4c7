/// Cuts lines that end in CRLF out of pieces of any size.
struct LineReader: Sendable {
    /// A line without its end.
    enum Line {
        /// It lies whole in the piece at hand.
        case here(Range<Int>)
        /// It came in several pieces.
        case gathered([UInt8])
    }

    private var pending: [UInt8] = []
    /// Bytes taken since ``reset()``, line ends included.
    private(set) var used = 0

    /// Whether part of a line waits for its end.
    var isWithinLine: Bool { !pending.isEmpty }

    mutating func reset() {
        used = 0
    }

    /// The next line, or nil when its end has yet to come; all is taken up to there.
    mutating func next(
        in bytes: Span<UInt8>,
        from position: inout Int,
        limit: Int,
        beyond: WireError
    ) throws(WireError) -> Line? {
        let start = position
        var index = start
        let count = bytes.count
        while index < count, bytes[index] != 0x0A { index += 1 }
        let found = index < count
        used += index - start + (found ? 1 : 0)
        guard used <= limit else { throw beyond }
        position = found ? index + 1 : index
        if found, pending.isEmpty {
            // RFC 9112 §2.2 lets a lone LF pass; parsers that differ here get smuggled past.
            guard index > start, bytes[index - 1] == 0x0D else { throw .bareLineFeed }
            return .here(start..<index - 1)
        }
        pending.append(bytes, start..<index)
        guard found else { return nil }
        guard pending.popLast() == 0x0D else { throw .bareLineFeed }
        defer { pending = [] }
        return .gathered(pending)
    }
}
