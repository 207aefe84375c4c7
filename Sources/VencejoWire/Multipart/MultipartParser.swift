package import VencejoHTTP

/// Takes `multipart` bodies apart, from pieces of any size (RFC 2046 §5.1).
///
///     preamble ──delimiter──► fields ──empty line──► content ──delimiter──► fields …
///                                                       └──close delimiter──► epilogue
package struct MultipartParser: Sendable {
    package enum Event: Sendable, Hashable {
        case part(Headers)
        /// Some of the content of the part.
        case content([UInt8])
        case endOfPart
    }

    private enum Place: Sendable {
        case preamble
        case fields
        case content
        case epilogue
    }

    private static let maximumFieldBytes = 16_384
    /// Blanks that may stand behind a boundary (RFC 2046 §5.1.1).
    private static let maximumPadding = 64

    private var delimiter: [UInt8]
    /// The delimiter of writers that count its hyphens to the boundary; nil once that is decided.
    private var mistaken: [UInt8]?
    private var buffer: [UInt8] = [0x0D, 0x0A]
    private var place = Place.preamble
    private var hasPreamble = false
    private var parts = 0

    /// - Parameter boundary: The parameter of the media type, without the two hyphens.
    package init(boundary: String) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        if boundary.hasPrefix("--") { mistaken = Array("\r\n\(boundary)".utf8) }
    }

    package mutating func feed(_ bytes: [UInt8]) throws(MultipartFault) -> [Event] {
        guard place != .epilogue else { return [] }
        buffer += bytes
        if let mistaken {
            guard buffer.count >= mistaken.count else { return [] }
            if buffer.starts(with: mistaken) { delimiter = mistaken }
            self.mistaken = nil
        }
        var events: [Event] = []
        while try step(&events) {}
        return events
    }

    /// Says that nothing more comes.
    package func end() throws(MultipartFault) {
        guard place == .epilogue, parts > 0 || !hasPreamble else { throw .unfinished }
    }

    /// Whether it got on.
    private mutating func step(_ events: inout [Event]) throws(MultipartFault) -> Bool {
        switch place {
        case .epilogue:
            buffer = []
            return false
        case .fields: return try readFields(&events)
        case .preamble, .content:
            let found = nextDelimiter()
            if found.content > 0 {
                if place == .content {
                    events.append(.content(Array(buffer[..<found.content])))
                } else if buffer[..<found.content].contains(where: { $0 != 0x0D && $0 != 0x0A }) {
                    hasPreamble = true
                }
            }
            buffer.removeFirst(found.content + found.length)
            guard found.length > 0 else { return false }
            if place == .content { events.append(.endOfPart) }
            place = found.isClosing ? .epilogue : .fields
            return true
        }
    }

    /// How many bytes are surely content, and how long the delimiter behind them is, if it is whole.
    private func nextDelimiter() -> (content: Int, length: Int, isClosing: Bool) {
        var start = 0
        while let at = buffer[start...].firstIndex(of: 0x0D) {
            switch delimiterEnd(at) {
            case .whole(let end, let isClosing): return (at, end - at, isClosing)
            case .undecided: return (at, 0, false)
            case .other: start = at + 1
            }
        }
        return (buffer.count, 0, false)
    }

    private enum Match {
        case whole(end: Int, isClosing: Bool)
        case undecided
        case other
    }

    private func delimiterEnd(_ at: Int) -> Match {
        var index = at
        for byte in delimiter {
            guard index < buffer.count else { return .undecided }
            guard buffer[index] == byte else { return .other }
            index += 1
        }
        guard index < buffer.count else { return .undecided }
        if buffer[index] == 0x2D {
            guard index + 1 < buffer.count else { return .undecided }
            return buffer[index + 1] == 0x2D ? .whole(end: index + 2, isClosing: true) : .other
        }
        let padded = index
        while index < buffer.count, buffer[index] == 0x20 || buffer[index] == 0x09 {
            index += 1
            guard index - padded <= Self.maximumPadding else { return .other }
        }
        guard index < buffer.count else { return .undecided }
        guard buffer[index] == 0x0D else { return .other }
        guard index + 1 < buffer.count else { return .undecided }
        return buffer[index + 1] == 0x0A ? .whole(end: index + 2, isClosing: false) : .other
    }

    private mutating func readFields(_ events: inout [Event]) throws(MultipartFault) -> Bool {
        var headers = Headers()
        var position = 0
        while let end = lineEnd(from: position) {
            if end == position {
                buffer.removeFirst(end + 2)
                parts += 1
                place = .content
                events.append(.part(headers))
                return true
            }
            guard let field = Self.field(buffer[position..<end]) else { throw .badFields }
            headers.append(field.name, field.value)
            position = end + 2
        }
        guard buffer.count <= Self.maximumFieldBytes else { throw .badFields }
        // A lone CR never ends a line.
        if let lone = buffer.firstIndex(of: 0x0D), lone + 1 < buffer.count,
            buffer[lone + 1] != 0x0A
        {
            throw .badFields
        }
        return false
    }

    private func lineEnd(from start: Int) -> Int? {
        guard let at = buffer[start...].firstIndex(of: 0x0D), at + 1 < buffer.count,
            buffer[at + 1] == 0x0A
        else { return nil }
        return at
    }

    private static func field(_ line: ArraySlice<UInt8>) -> HeaderField? {
        guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else { return nil }
        let name = HeaderName(String(decoding: line[..<colon], as: UTF8.self))
        guard name.isToken else { return nil }
        var value = line[line.index(after: colon)...]
        while value.first == 0x20 || value.first == 0x09 { value = value.dropFirst() }
        while value.last == 0x20 || value.last == 0x09 { value = value.dropLast() }
        return HeaderField(name, String(decoding: value, as: UTF8.self))
    }
}
