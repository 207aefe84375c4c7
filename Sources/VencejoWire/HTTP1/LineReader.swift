/// Cuts lines that end in CRLF out of pieces of any size.
struct LineReader: Sendable {
    /// What may end a line.
    enum End: Sendable {
        case carriageReturnAndLineFeed
        /// A lone LF too (RFC 9112 §2.2).
        case lineFeed
    }

    /// A line without its end.
    enum Line {
        /// It lies whole in the piece at hand.
        case here(Range<Int>)
        /// It came in several pieces.
        case gathered([UInt8])
    }

    private let end: End
    private var pending: [UInt8] = []
    /// Bytes taken since ``reset()``, line ends included.
    private(set) var used = 0

    /// Whether the last line was found to be printable ASCII by the way; it may be all the same.
    private(set) var isPlain = false

    /// Whether part of a line waits for its end.
    var isWithinLine: Bool { !pending.isEmpty }

    init(end: End = .carriageReturnAndLineFeed) {
        self.end = end
    }

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
        let index: Int
        (index, isPlain) = firstLineFeed(in: bytes, from: start)
        let found = index < bytes.count
        used += index - start + (found ? 1 : 0)
        guard used <= limit else { throw beyond }
        position = found ? index + 1 : index
        if found, pending.isEmpty {
            guard index > start, bytes[index - 1] == 0x0D else {
                try checkLineFeed()
                return .here(start..<index)
            }
            return .here(start..<index - 1)
        }
        pending.append(bytes, start..<index)
        guard found else { return nil }
        if pending.last == 0x0D { pending.removeLast() } else { try checkLineFeed() }
        defer { pending = [] }
        return .gathered(pending)
    }

    /// RFC 9112 §2.2 lets a lone LF pass; where the next message begins with it, nobody may.
    private func checkLineFeed() throws(WireError) {
        if case .carriageReturnAndLineFeed = end { throw .bareLineFeed }
    }
}
