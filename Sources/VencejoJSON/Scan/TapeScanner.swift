/// Checks a JSON text and lays its values out on a tape (RFC 8259), eight bytes at a step.
///
/// It says only whether the text is JSON: `JSONScanner` then finds out what is wrong and where.
struct TapeScanner {
    let end: UnsafePointer<UInt8>
    let base: UnsafePointer<UInt8>
    /// The next byte.
    var next: UnsafePointer<UInt8>
    private let tape: TapeBuffer
    private var words: UnsafeMutablePointer<UInt64>
    private var used = 0
    private var capacity: Int

    private init(
        _ text: UnsafeBufferPointer<UInt8>,
        _ start: UnsafePointer<UInt8>,
        _ tape: TapeBuffer
    ) {
        base = start
        next = start
        end = start + text.count
        self.tape = tape
        tape.prepare(for: text.count)
        words = tape.words
        capacity = tape.capacity
    }

    /// Scans all of a text: one value, and nothing but white space around it.
    static func scan(_ text: UnsafeBufferPointer<UInt8>, onto tape: TapeBuffer) -> Bool {
        guard let start = text.baseAddress, text.count < TapeBuffer.longestText else {
            return false
        }
        var scanner = TapeScanner(text, start, tape)
        if text.count >= 3, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF {
            scanner.next += 3
        }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: JSONScanner.maximumDepth) {
            guard let open = $0.baseAddress, scanner.values(open) else { return false }
            tape.count = scanner.used
            return true
        }
    }

    /// The loop over all values; `open` holds the places of the arrays and objects around.
    @inline(__always)
    private mutating func values(_ open: UnsafeMutablePointer<Int>) -> Bool {
        var depth = 0
        var object = false
        while true {
            skipSpace()
            guard next < end else { return false }
            let byte = next.pointee
            if byte == UInt8(ascii: "\"") {
                guard string() else { return false }
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                guard depth < JSONScanner.maximumDepth else { return false }
                object = byte == UInt8(ascii: "{")
                open[depth] = used
                depth += 1
                append(UInt64(tape: next - base, 0, object ? .tapeObject : .tapeArray))
                next += 1
                skipSpace()
                guard next < end else { return false }
                if next.pointee != byte + 2 {
                    if object, !key() { return false }
                    continue
                }
            } else {
                guard scalar(byte) else { return false }
            }
            // After a value: the end of what is open, or a comma.
            while true {
                guard depth > 0 else { return finish() }
                skipSpace()
                guard next < end else { return false }
                let byte = next.pointee
                next += 1
                if byte == UInt8(ascii: ",") {
                    if object {
                        skipSpace()
                        guard key() else { return false }
                    }
                    break
                }
                guard byte == (object ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
                depth -= 1
                words[open[depth]] |= UInt64(truncatingIfNeeded: used) << 5
                object = depth > 0 && words[open[depth - 1]].tapeKind == .tapeObject
            }
        }
    }

    private mutating func finish() -> Bool {
        skipSpace()
        return next == end
    }

    /// A member's name and its colon.
    @inline(__always)
    private mutating func key() -> Bool {
        guard next < end, next.pointee == UInt8(ascii: "\""), string() else { return false }
        if next < end, next.pointee != UInt8(ascii: ":") { skipSpace() }
        guard next < end, next.pointee == UInt8(ascii: ":") else { return false }
        next += 1
        return true
    }

    @inline(__always)
    private mutating func scalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "t"): return literal(0x6575_7274, 4, .tapeBool)
        case UInt8(ascii: "f"): return literal(0x65_736C_6166, 5, .tapeBool)
        case UInt8(ascii: "n"): return literal(0x6C6C_756E, 4, .tapeNull)
        default: return number()
        }
    }

    @inline(__always)
    private mutating func literal(_ word: UInt64, _ length: Int, _ kind: UInt64) -> Bool {
        guard end - next >= length else { return false }
        for place in 0..<length
        where next[place] != UInt8(truncatingIfNeeded: word >> UInt64(place * 8)) { return false }
        append(UInt64(tape: next - base, length, kind))
        next += length
        return true
    }

    @inline(__always)
    mutating func append(_ word: UInt64) {
        if used == capacity { grow() }
        words[used] = word
        used += 1
    }

    @inline(never)
    private mutating func grow() {
        tape.grow()
        words = tape.words
        capacity = tape.capacity
    }

    @inline(__always)
    mutating func skipSpace() {
        var place = next
        let end = end
        while place < end {
            let byte = place.pointee
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
                break
            }
            place += 1
        }
        next = place
    }
}
