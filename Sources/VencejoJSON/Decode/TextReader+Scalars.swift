extension TextReader {
    @inline(__always)
    func string(_ index: Int) throws -> String {
        let word = word(index)
        guard word & (.tapeEscaped | 7) == .tapeString else { return try other(word, index) }
        return Self.string(
            page.pointee.base + word.tapeStart,
            word.tapeLength,
            isASCII: word & .tapeWide == 0
        )
    }

    @inline(never)
    private func other(_ word: UInt64, _ index: Int) throws -> String {
        guard word.tapeKind == .tapeString else { throw state.mismatch(String.self, index) }
        return unescaped(word)
    }

    /// A string of bytes that the scanner has checked.
    @inline(__always)
    static func string(
        _ start: UnsafePointer<UInt8>,
        _ length: Int,
        isASCII: Bool
    ) -> String {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            let bytes = Span(_unsafeStart: start, count: length)
            return String(copying: UTF8Span(unchecked: bytes, isKnownASCII: isASCII))
        }
        return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }

    @inline(__always)
    func bool(_ index: Int) throws -> Bool {
        let word = word(index)
        guard word.tapeKind == .tapeBool else { throw state.mismatch(Bool.self, index) }
        return word.tapeLength == 4
    }

    @inline(__always)
    func int(_ index: Int) throws -> Int {
        let word = word(index)
        guard word & (.tapeEscaped | 7) == .tapeNumber, word.tapeLength <= 18 else {
            return try state.integer(Int.self, index)
        }
        return short(word)
    }

    @inline(__always)
    func integer<T: FixedWidthInteger>(_ type: T.Type, _ index: Int) throws -> T {
        let word = word(index)
        if word & (.tapeEscaped | 7) == .tapeNumber, word.tapeLength <= 18,
            let value = T(exactly: short(word))
        {
            return value
        }
        return try state.integer(type, index)
    }

    /// A whole number of up to 18 bytes.
    @inline(__always)
    private func short(_ word: UInt64) -> Int {
        var next = page.pointee.base + word.tapeStart
        let end = next + word.tapeLength
        let negative = next.pointee == UInt8(ascii: "-")
        if negative { next += 1 }
        var value = 0
        while next < end {
            value = value &* 10 &+ Int(next.pointee &- 0x30)
            next += 1
        }
        return negative ? -value : value
    }

    @inline(__always)
    func double(_ index: Int) throws -> Double {
        let word = word(index)
        if word.tapeKind == .tapeNumber {
            let parts = DecimalFloat(page.pointee.base + word.tapeStart, word.tapeLength)
            if let value = parts.double { return value }
        }
        return try state.double(index)
    }

    /// The elements of an array, which are all of one simple type.
    @inline(__always)
    func list<T>(_ index: Int, _ element: (Int) throws -> T) throws -> [T] {
        let end = page.pointee.words[index].tapeLength
        return try [T](unsafeUninitializedCapacity: count(index)) { buffer, count in
            guard var place = buffer.baseAddress else { return }
            var child = index + 1
            while child < end {
                place.initialize(to: try element(child))
                count += 1
                place += 1
                child = next(child)
            }
        }
    }

    /// A string whose escapes are resolved; the scanner has checked them.
    @inline(never)
    func unescaped(_ word: UInt64) -> String {
        let length = word.tapeLength
        if page.pointee.scratchSize < length {
            page.pointee.scratch.deallocate()
            page.pointee.scratchSize = length
            page.pointee.scratch = .allocate(capacity: length)
        }
        let start = page.pointee.base + word.tapeStart
        let count = Unescaping.resolve(start, length, into: page.pointee.scratch)
        return Self.string(page.pointee.scratch, count, isASCII: false)
    }
}

/// Escapes that have been checked, turned into what they stand for.
enum Unescaping {
    /// Gives how many bytes were written: never more than were read.
    static func resolve(
        _ start: UnsafePointer<UInt8>,
        _ length: Int,
        into output: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var next = start
        let end = start + length
        var place = output
        while next < end {
            // The room behind is as long as the text that is left, so that eight bytes fit.
            if end - next >= 8 {
                let word = UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)
                UnsafeMutableRawPointer(place).storeBytes(of: word, as: UInt64.self)
                let found = slashes(UInt64(littleEndian: word))
                let length = found == 0 ? 8 : found.trailingZeroBitCount >> 3
                next += length
                place += length
                if found == 0 { continue }
            }
            let byte = next.pointee
            guard byte == UInt8(ascii: "\\") else {
                place.pointee = byte
                place += 1
                next += 1
                continue
            }
            let escape = next[1]
            next += 2
            if escape == UInt8(ascii: "u") {
                next -= 2
                repeat {
                    if end - next >= 12, Hex.begins(next + 6) {
                        let pair = Hex.checkedPair(Hex.pair(next))
                        // Two plain letters.
                        if pair & 0x0080_00FF_0080_00FF == 0 {
                            place[0] = UInt8(truncatingIfNeeded: pair >> 16)
                            place[1] = UInt8(truncatingIfNeeded: pair >> 48)
                            place += 2
                            next += 12
                            continue
                        }
                    }
                    next += 2
                    scalar(&next, &place)
                } while end - next >= 6 && Hex.begins(next)
            } else {
                place.pointee = control(escape)
                place += 1
            }
        }
        return place - output
    }

    /// The top bit of each backslash; exact up to the first.
    @inline(__always)
    private static func slashes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let slashes = word ^ (ones &* 0x5C)
        return (slashes &- ones) & ~slashes & (ones &* 0x80)
    }

    @inline(__always)
    private static func control(_ escape: UInt8) -> UInt8 {
        switch escape {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: escape
        }
    }

    @inline(__always)
    private static func scalar(
        _ next: inout UnsafePointer<UInt8>,
        _ place: inout UnsafeMutablePointer<UInt8>
    ) {
        var code = Hex.checked(next)
        next += 4
        if code < 0x800 {
            // One byte or two, without a branch that no processor can foresee.
            let isWide = code >= 0x80
            place[0] = UInt8(truncatingIfNeeded: isWide ? 0xC0 | code >> 6 : code)
            place[1] = UInt8(truncatingIfNeeded: 0x80 | code & 0x3F)
            place += isWide ? 2 : 1
            return
        }
        if code & 0xFC00 == 0xD800 {
            code = 0x10000 + (code & 0x3FF) << 10 + Hex.checked(next + 2) & 0x3FF
            next += 6
        }
        let count = code < 0x10000 ? 3 : 4
        for index in (1..<count).reversed() {
            place[index] = UInt8(truncatingIfNeeded: 0x80 | code & 0x3F)
            code >>= 6
        }
        let lead: UInt32 = count == 3 ? 0xE0 : 0xF0
        place.pointee = UInt8(truncatingIfNeeded: lead | code)
        place += count
    }
}
