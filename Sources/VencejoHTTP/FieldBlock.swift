/// Field lines as they came over the wire: their bytes, and where each name and value lies.
///
/// Of the ten or so fields of an answer a program reads one or two. Text is made of those alone,
/// when they are asked for.
package struct FieldBlock: Sendable {
    private struct Line: Sendable {
        var name: Range<Int32>
        var value: Range<Int32>
    }

    private var bytes: [UInt8] = []
    private var lines: [Line] = []

    package init() {}

    package var count: Int { lines.count }

    /// Adds a line; the name must be ASCII, the value may be UTF-8 or ISO 8859-1.
    package mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
        if bytes.isEmpty {
            bytes.reserveCapacity(512)
            lines.reserveCapacity(12)
        }
        let name = add(name)
        lines.append(Line(name: name, value: add(value)))
    }

    /// Adds to the value of the last line, as a fold does: a blank stands between the two.
    package mutating func extendLast(by more: Span<UInt8>) {
        guard let last = lines.indices.last, !more.isEmpty else { return }
        if !lines[last].value.isEmpty { bytes.append(0x20) }
        _ = add(more)
        lines[last].value = lines[last].value.lowerBound..<Int32(truncatingIfNeeded: bytes.count)
    }

    /// Whether the name of the last line is this one.
    package func isLast(_ name: HeaderName) -> Bool {
        !lines.isEmpty && isName(name, of: lines.count - 1)
    }

    private mutating func add(_ text: Span<UInt8>) -> Range<Int32> {
        let start = Int32(truncatingIfNeeded: bytes.count)
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        return start..<Int32(truncatingIfNeeded: bytes.count)
    }

    /// The place of the first line of a name, at `start` or behind it.
    func firstIndex(of name: HeaderName, from start: Int = 0) -> Int? {
        var index = start
        while index < lines.count {
            if isName(name, of: index) { return index }
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
        HeaderField(HeaderName(text(lines[index].name)), value(index))
    }

    /// UTF-8 if that is what it is, else ISO 8859-1 (RFC 9110 §5.5).
    func value(_ index: Int) -> String { text(lines[index].value) }

    private func text(_ range: Range<Int32>) -> String {
        let range = Int(range.lowerBound)..<Int(range.upperBound)
        let utf8 = bytes.withUnsafeBufferPointer {
            unsafe String(validating: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
        }
        if let utf8 { return utf8 }
        var text = ""
        for byte in bytes[range] { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }
}
