/// Bytes of a JSON array in, the texts of its elements out: only the element under way is held.
///
///     [ {"a":1} , {"a":2} ]   ──►   {"a":1}   {"a":2}
///
/// What an element is made of is for the JSON decoder to judge; what stands between elements is
/// judged here.
package struct ArraySplitter: Sendable {
    /// Why bytes are no array, with the number of bytes before the fault.
    package enum Fault: Error, Sendable, Hashable {
        /// Something else than the text that belongs at this place.
        case unexpected(UInt8, offset: Int, expected: String)
        /// The bytes end before the array does.
        case unfinished(offset: Int)
        /// One element has more bytes than are allowed.
        case tooLong(limit: Int)
    }

    private enum Place: Sendable {
        case start
        case element(mayEnd: Bool)
        case scalar
        case text
        case escape
        case behindElement
        case end
    }

    private let limit: Int
    private var place = Place.start
    /// Brackets and braces that are open within the element.
    private var depth = 0
    private var rest: [UInt8] = []
    private var mark = 0
    private var offset = 0

    package init(maxElementBytes limit: Int = 16 << 20) {
        self.limit = max(1, limit)
    }

    /// Takes the next bytes and appends the elements that they end.
    package mutating func feed(
        _ bytes: [UInt8],
        into elements: inout [[UInt8]]
    ) throws(Fault) {
        let span = bytes.span
        /// Where the element under way begins in these bytes.
        var start = 0
        var index = 0
        while index < span.count {
            let byte = span[index]
            switch place {
            case .text:
                index = Self.endOfPlainText(span, index)
                guard index < span.count else { continue }
                place = span[index] == 0x5C ? .escape : .text
                if span[index] == 0x22 { place = .scalar }
                index += 1
            case .escape:
                place = .text
                index += 1
            case .scalar:
                switch byte {
                case 0x22: place = .text
                case 0x5B, 0x7B: depth += 1
                case 0x5D where depth == 0, 0x2C where depth == 0:
                    try end(span, start..<index, &elements)
                    // Looked at again, as what stands behind the element.
                    continue
                case 0x5D,
                    0x7D where depth > 0:
                    depth -= 1
                default: break
                }
                index += 1
            case .element(let mayEnd):
                if mayEnd, byte == 0x5D {
                    place = .end
                } else if byte == 0x2C || byte == 0x5D || byte == 0x7D {
                    throw fault(byte, index, mayEnd ? "a value or ]" : "a value")
                } else if !byte.isJSONBlank {
                    place = .scalar
                    start = index
                    continue
                }
                index += 1
            case .start, .behindElement, .end:
                try between(byte, index)
                index += 1
            }
        }
        if case .scalar = place { try keep(span, start) }
        if case .text = place { try keep(span, start) }
        if case .escape = place { try keep(span, start) }
        offset += span.count
    }

    /// Says that nothing more comes.
    package func finish() throws(Fault) {
        guard case .end = place else { throw .unfinished(offset: offset) }
    }

    private mutating func between(_ byte: UInt8, _ index: Int) throws(Fault) {
        if byte.isJSONBlank, mark == 0 || mark == 3 { return }
        switch place {
        case .start:
            // A byte-order mark is passed over.
            let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
            if mark < 3, byte == marks[mark] {
                mark += 1
                return
            }
            guard byte == 0x5B, mark == 0 || mark == 3 else { throw fault(byte, index, "an array") }
            place = .element(mayEnd: true)
        case .behindElement:
            switch byte {
            case 0x2C: place = .element(mayEnd: false)
            case 0x5D: place = .end
            default: throw fault(byte, index, ", or ]")
            }
        default: throw fault(byte, index, "the end")
        }
    }

    private mutating func end(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        _ elements: inout [[UInt8]]
    ) throws(Fault) {
        guard rest.count + range.count <= limit else { throw .tooLong(limit: limit) }
        rest.append(bytes.extracting(range))
        while rest.last?.isJSONBlank == true { rest.removeLast() }
        elements.append(rest)
        rest = []
        place = .behindElement
    }

    private mutating func keep(_ bytes: Span<UInt8>, _ start: Int) throws(Fault) {
        guard rest.count + bytes.count - start <= limit else { throw .tooLong(limit: limit) }
        rest.append(bytes.extracting(start...))
    }

    private func fault(_ byte: UInt8, _ index: Int, _ expected: String) -> Fault {
        .unexpected(byte, offset: offset + index, expected: expected)
    }

    private static func endOfPlainText(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C { index += 1 }
        return index
    }
}

extension UInt8 {
    fileprivate var isJSONBlank: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
    }
}
