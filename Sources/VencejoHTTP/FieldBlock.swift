/// Field lines as they came over the wire: their bytes, and where each name and value lies.
///
/// Of the ten or so fields of an answer a program reads one or two. Text is made of those alone,
/// when they are asked for.
package struct FieldBlock: Sendable {
    private struct Line: Sendable {
        /// Tells most names apart: their length and their first letter.
        var key: Int
        var name: Range<Int32>
        var value: Range<Int32>
        var isASCII: Bool
    }

    private var bytes: [UInt8] = []
    private var lines: [Line] = []
    /// A bit for each length of a name that there is: most lookups end here.
    private var lengths: UInt64 = 0

    package init() {}

    package var count: Int { lines.count }

    /// Adds a line whose name, which is ASCII, and value lie where the ranges say.
    ///
    /// A value that is not ASCII is UTF-8, or else ISO 8859-1.
    package mutating func append(
        _ line: Span<UInt8>,
        name: Range<Int>,
        value: Range<Int>,
        isASCII: Bool
    ) {
        if bytes.isEmpty {
            bytes.reserveCapacity(512)
            lines.reserveCapacity(12)
        }
        let start = bytes.count
        lengths |= 1 << UInt64(name.count & 63)
        unsafe line.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        lines.append(
            Line(
                key: Self.key(name.count, line[name.lowerBound]),
                name: Self.range(name, start),
                value: Self.range(value, start),
                isASCII: isASCII
            )
        )
    }

    private static func range(_ range: Range<Int>, _ start: Int) -> Range<Int32> {
        let lower = Int32(truncatingIfNeeded: start + range.lowerBound)
        return lower..<lower + Int32(truncatingIfNeeded: range.count)
    }

    private static func key(_ count: Int, _ first: UInt8) -> Int {
        count << 8 | Int(first | 0x20)
    }

    private static func key(_ name: HeaderName) -> Int {
        let utf8 = name.rawValue.utf8
        return key(utf8.count, utf8.first ?? 0)
    }

    /// Adds to the value of the last line, as a fold does: a blank stands between the two.
    package mutating func extendLast(by more: Span<UInt8>) {
        guard let last = lines.indices.last, !more.isEmpty else { return }
        let old = lines[last].value
        var start = Int(old.lowerBound)
        if Int(old.upperBound) != bytes.count {
            // Blanks stood behind the value, once: later folds follow it directly.
            start = bytes.count
            bytes += bytes[Int(old.lowerBound)..<Int(old.upperBound)]
        }
        if !old.isEmpty { bytes.append(0x20) }
        unsafe more.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        lines[last].value = Self.range(0..<bytes.count - start, start)
        lines[last].isASCII = false
    }

    /// Whether the name of the last line is this one.
    package func isLast(_ name: HeaderName) -> Bool {
        !lines.isEmpty && isName(name, of: lines.count - 1)
    }

    /// The place of the first line of a name, at `start` or behind it.
    func firstIndex(of name: HeaderName, from start: Int = 0) -> Int? {
        guard lengths >> UInt64(name.rawValue.utf8.count & 63) & 1 == 1 else { return nil }
        let key = Self.key(name)
        var index = start
        while index < lines.count {
            if lines[index].key == key, isName(name, of: index) { return index }
            index += 1
        }
        return nil
    }

    private func isName(_ name: HeaderName, of index: Int) -> Bool {
        let range = lines[index].name
        guard range.count == name.rawValue.utf8.count else { return false }
        var position = Int(range.lowerBound)
        return name.rawValue.everyByte { byte in
            defer { position += 1 }
            return byte.asciiLowercased == bytes[position].asciiLowercased
        }
    }

    func field(_ index: Int) -> HeaderField {
        HeaderField(HeaderName(ascii(lines[index].name)), value(index))
    }

    /// UTF-8 if that is what it is, else ISO 8859-1 (RFC 9110 §5.5).
    func value(_ index: Int) -> String {
        let line = lines[index]
        return line.isASCII ? ascii(line.value) : text(line.value)
    }

    private func ascii(_ range: Range<Int32>) -> String {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let range = Int(range.lowerBound)..<Int(range.upperBound)
            return unsafe String(
                decoding: UnsafeBufferPointer(rebasing: bytes[range]),
                as: UTF8.self
            )
        }
    }

    private func text(_ range: Range<Int32>) -> String {
        let range = Int(range.lowerBound)..<Int(range.upperBound)
        if let utf8 = String(validating: bytes[range], as: UTF8.self) { return utf8 }
        var text = ""
        for byte in bytes[range] { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }
}
