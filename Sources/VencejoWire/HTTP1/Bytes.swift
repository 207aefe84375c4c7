/// The text of bytes known to be ASCII or UTF-8; anything else is repaired.
func text(_ bytes: Span<UInt8>) -> String {
    unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
}

/// The text of bytes: UTF-8 if that is what they are, else ISO 8859-1 (RFC 9110 §5.5).
func lenientText(_ bytes: Span<UInt8>) -> String {
    let utf8 = unsafe bytes.withUnsafeBufferPointer {
        unsafe String(validating: $0, as: UTF8.self)
    }
    if let utf8 { return utf8 }
    var text = ""
    for index in bytes.indices { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    return text
}

/// What a stretch of field content is made of (RFC 9110 §5.5).
enum Content {
    case ascii
    case beyondASCII
    case control
}

/// Looks for control characters but HTAB, and for bytes beyond ASCII.
func content(of bytes: Span<UInt8>, _ range: Range<Int>) -> Content {
    var all: UInt8 = 0
    var index = range.lowerBound
    while range.upperBound - index >= 8, Word(bytes, index).isPrintable { index += 8 }
    while index < range.upperBound {
        let byte = bytes[index]
        if byte < 0x20 && byte != 0x09 || byte == 0x7F { return .control }
        all |= byte
        index += 1
    }
    return all < 0x80 ? .ascii : .beyondASCII
}

/// The place of the first LF at `start` or behind it, or the end; and whether it is known by the
/// way that all before it, but for a CR, is printable ASCII.
func firstLineFeed(in bytes: Span<UInt8>, from start: Int) -> (place: Int, isPlain: Bool) {
    var index = start
    var isPlain = true
    while bytes.count - index >= 8 {
        let word = Word(bytes, index)
        if !word.isPrintable {
            let place = word.firstLineFeed
            if place < 8 { return (index + place, isPlain && word.isPlain(before: place)) }
            isPlain = false
        }
        index += 8
    }
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return (index, false)
}

/// The place of the first CR or LF at `start` or behind it, or the end.
func firstLineEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while bytes.count - index >= 8 {
        let place = Word(bytes, index).firstLineEnd
        if place < 8 { return index + place }
        index += 8
    }
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    return index
}

extension [UInt8] {
    /// Appends a stretch of bytes in one copy.
    mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

/// The end of the letters and hyphens that begin at `start`, which most names of fields are made of.
func endOfLetters(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while bytes.count - index >= 8 {
        let place = Word(bytes, index).firstOther
        if place < 8 { return index + place }
        index += 8
    }
    return index
}

/// Eight bytes, looked at in one go.
private struct Word {
    private let bits: UInt64
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The bytes from `index` on; there must be eight.
    init(_ bytes: Span<UInt8>, _ index: Int) {
        bits = unsafe UInt64(
            littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        )
    }

    /// The highest bit of each byte that is zero in `bits`, and perhaps of some behind such a one.
    private static func zeros(_ bits: UInt64) -> UInt64 { (bits &- ones) & ~bits & highs }

    /// How many bytes come before the first LF; 8 where there is none.
    var firstLineFeed: Int {
        Self.zeros(bits ^ (Self.ones &* 0x0A)).trailingZeroBitCount / 8
    }

    /// How many bytes come before the first CR or LF; 8 where there is none.
    var firstLineEnd: Int {
        let returns = Self.zeros(bits ^ (Self.ones &* 0x0D))
        return (Self.zeros(bits ^ (Self.ones &* 0x0A)) | returns).trailingZeroBitCount / 8
    }

    /// How many bytes come before the first that is neither a letter of ASCII nor a hyphen; 8 where
    /// there is none.
    var firstOther: Int {
        let sevens = Self.highs - Self.ones
        let small = (bits | Self.ones &* 0x20) & sevens
        // The highest bit of each byte says: at least `a`; beyond `z`; anything but a hyphen.
        let fromA = small &+ Self.ones &* (0x80 - 0x61)
        let beyondZ = small &+ Self.ones &* (0x80 - 0x7B)
        let hyphen = bits ^ Self.ones &* 0x2D
        let noHyphen = ((hyphen & sevens) &+ sevens) | hyphen
        let isOther = (~fromA | beyondZ | bits) & noHyphen & Self.highs
        return isOther.trailingZeroBitCount / 8
    }

    /// Whether each byte is printable ASCII or a blank; a tab is not.
    var isPrintable: Bool { unprintable == 0 }

    /// Whether each byte before a place is, but for a CR right before it.
    func isPlain(before place: Int) -> Bool {
        let found = unprintable & (1 << UInt64(place * 8) - 1)
        if found == 0 { return true }
        let last = UInt64(place * 8 - 8)
        return found == 0x80 << last && bits >> last & 0xFF == 0x0D
    }

    /// The highest bit of each byte that is no printable ASCII, and perhaps of some behind such a
    /// one.
    private var unprintable: UInt64 {
        let belowBlank = (bits &- Self.ones &* 0x20) & ~bits
        return (belowBlank | Self.zeros(bits ^ (Self.ones &* 0x7F)) | bits) & Self.highs
    }
}

/// The range without blanks and tabs at its ends (OWS, RFC 9110 §5.6.3).
func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, bytes[lower].isBlank { lower += 1 }
    while lower < upper, bytes[upper - 1].isBlank { upper -= 1 }
    return lower..<upper
}

extension UInt8 {
    /// Whether the byte is a blank or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether the byte may stand in a token (RFC 9110 §5.6.2).
    @inline(__always)
    var isToken: Bool {
        // One bit for each byte of ASCII: digits and `!#$%&'*+-.`, letters and `^_`|~`.
        let bits: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }

    /// The value of a hexadecimal digit.
    var hexValue: Int? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self) - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self) - 0x37
        default: nil
        }
    }
}

extension [UInt8] {
    /// Appends part of a span.
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
