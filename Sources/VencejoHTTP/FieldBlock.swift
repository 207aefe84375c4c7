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

    /// How many bytes are kept: where those kept next will lie.
    package var byteCount: Int { bytes.count }

    /// Keeps bytes in which lines lie that were noted before or will be noted after.
    package mutating func keep(_ more: Span<UInt8>) {
        if bytes.isEmpty { bytes.reserveCapacity(max(512, more.count)) }
        unsafe more.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Notes a line that lies at `start` of the bytes that are kept or will be.
    ///
    /// Its name, which is ASCII, and its value lie where the ranges say, counted from the line's
    /// beginning. A value that is not ASCII is UTF-8, or else ISO 8859-1.
    package mutating func note(
        _ line: Span<UInt8>,
        at start: Int,
        name: Range<Int>,
        value: Range<Int>,
        isASCII: Bool
    ) {
        if lines.isEmpty { lines.reserveCapacity(12) }
        lengths |= 1 << UInt64(name.count & 63)
        lines.append(
            Line(
                key: Self.key(name.count, line[name.lowerBound]),
                name: Self.range(name, start),
                value: Self.range(value, start),
                isASCII: isASCII
            )
        )
    }

    /// Adds a line and keeps its bytes.
    package mutating func append(
        _ line: Span<UInt8>,
        name: Range<Int>,
        value: Range<Int>,
        isASCII: Bool
    ) {
        note(line, at: bytes.count, name: name, value: value, isASCII: isASCII)
        keep(line)
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
        var text = name.rawValue
        return text.withUTF8 { text in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                let start = Int(range.lowerBound)
                for offset in 0..<range.count {
                    let byte = unsafe bytes[start + offset]
                    guard unsafe byte.asciiLowercased == text[offset].asciiLowercased else {
                        return false
                    }
                }
                return true
            }
        }
    }

    func field(_ index: Int) -> HeaderField {
        HeaderField(HeaderName(ascii(lines[index].name)), value(index))
    }

    /// UTF-8 if that is what it is, else ISO 8859-1 (RFC 9110 §5.5).
    package func value(_ index: Int) -> String {
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

/// The fields that say where a message ends and what becomes of its connection.
package enum SteeringField: Sendable {
    case contentLength
    case transferEncoding
    case connection
    case upgrade
    case expect
    case host

    /// The field whose name has this length and first letter, if there is one, and its whole name.
    fileprivate init?(key: Int) {
        switch key {
        case 14 << 8 | 0x63: self = .contentLength
        case 17 << 8 | 0x74: self = .transferEncoding
        case 10 << 8 | 0x63: self = .connection
        case 7 << 8 | 0x75: self = .upgrade
        case 6 << 8 | 0x65: self = .expect
        case 4 << 8 | 0x68: self = .host
        default: return nil
        }
    }

    /// A bit for each length that a name may have.
    fileprivate static let lengths: UInt64 =
        1 << 14 | 1 << 17 | 1 << 10 | 1 << 7 | 1 << 6 | 1 << 4

    fileprivate var name: StaticString {
        switch self {
        case .contentLength: "content-length"
        case .transferEncoding: "transfer-encoding"
        case .connection: "connection"
        case .upgrade: "upgrade"
        case .expect: "expect"
        case .host: "host"
        }
    }
}

extension FieldBlock {
    /// Passes on each steering field, in order: its line, and its value's bytes.
    ///
    /// One look at all lines: most are told apart by their length and first letter.
    package func forEachSteeringField(
        _ pass: (SteeringField, Int, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            for index in lines.indices {
                let key = lines[index].key
                guard SteeringField.lengths >> UInt64(key >> 8 & 63) & 1 == 1,
                    let field = SteeringField(key: key)
                else { continue }
                let name = unsafe Self.part(lines[index].name, bytes)
                guard unsafe Self.isName(name, field.name) else { continue }
                unsafe pass(field, index, Self.part(lines[index].value, bytes))
            }
        }
    }

    private static func part(
        _ range: Range<Int32>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        let range = Int(range.lowerBound)..<Int(range.upperBound)
        return unsafe UnsafeBufferPointer(rebasing: bytes[range])
    }

    /// Both are of one length.
    private static func isName(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ name: StaticString
    ) -> Bool {
        let name = unsafe name.utf8Start
        for index in bytes.indices where unsafe bytes[index].asciiLowercased != name[index] {
            return false
        }
        return true
    }
}
