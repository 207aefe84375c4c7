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
    for index in range {
        let byte = bytes[index]
        if byte < 0x20 && byte != 0x09 || byte == 0x7F { return .control }
        all |= byte
    }
    return all < 0x80 ? .ascii : .beyondASCII
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
    var isToken: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
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
