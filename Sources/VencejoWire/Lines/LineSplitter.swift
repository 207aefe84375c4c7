/// Bytes in, lines out: each ends with LF or CR LF, the last also with the end of the stream.
package struct LineSplitter: Sendable {
    /// That one line has more bytes than are allowed.
    package struct LineTooLong: Error, Sendable, Hashable {
        package let limit: Int

        package init(limit: Int) {
            self.limit = limit
        }
    }

    private let limit: Int
    private let separator: UInt8
    private var rest: [UInt8] = []

    /// A splitter at line feeds, or at another byte, such as 0x1E of RFC 7464.
    package init(maxLineBytes limit: Int = 16 << 20, separator: UInt8 = 0x0A) {
        self.limit = max(1, limit)
        self.separator = separator
    }

    /// Takes the next bytes and appends the lines that they end, without their ends.
    package mutating func feed(
        _ bytes: [UInt8],
        into lines: inout [[UInt8]]
    ) throws(LineTooLong) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: separator) {
            try check(rest.count + end - start)
            rest += bytes[start..<end]
            lines.append(taken())
            start = end + 1
        }
        try check(rest.count + bytes.count - start)
        rest += bytes[start...]
    }

    /// The line that the end of the stream ends, nil where there is none.
    package mutating func finish() -> [UInt8]? {
        rest.isEmpty ? nil : taken()
    }

    private func check(_ count: Int) throws(LineTooLong) {
        guard count <= limit else { throw LineTooLong(limit: limit) }
    }

    private mutating func taken() -> [UInt8] {
        if separator == 0x0A, rest.last == 0x0D { rest.removeLast() }
        defer { rest = [] }
        return rest
    }
}
