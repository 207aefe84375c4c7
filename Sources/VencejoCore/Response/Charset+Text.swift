extension Charset {
    /// The text of bytes; what is no character of the encoding becomes U+FFFD.
    ///
    /// A byte order mark is obeyed whatever else was said, and is no part of the text.
    func text(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return String(decoding: bytes.dropFirst(3), as: UTF8.self)
        }
        if self != .utf32 {
            if bytes.starts(with: [0xFE, 0xFF]) { return Self.utf16(bytes[2...], high: 0) }
            if bytes.starts(with: [0xFF, 0xFE]) { return Self.utf16(bytes[2...], high: 1) }
        }
        switch self {
        case .utf8: return String(decoding: bytes, as: UTF8.self)
        case .utf16, .utf16BigEndian: return Self.utf16(bytes[...], high: 0)
        case .utf16LittleEndian: return Self.utf16(bytes[...], high: 1)
        case .utf32: return Self.utf32(bytes)
        case .latin1: return Self.singleBytes(bytes) { Unicode.Scalar($0) }
        case .windows1252: return Self.singleBytes(bytes, Self.windows1252)
        case .ascii: return Self.singleBytes(bytes) { $0 < 0x80 ? Unicode.Scalar($0) : "\u{FFFD}" }
        }
    }

    /// `high` is the place of the high byte in a pair.
    private static func utf16(_ bytes: ArraySlice<UInt8>, high: Int) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2 + 1)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            units.append(UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high]))
            index += 2
        }
        if index < bytes.endIndex { units.append(0xFFFD) }
        return String(decoding: units, as: UTF16.self)
    }

    private static func utf32(_ bytes: [UInt8]) -> String {
        let isLittle = bytes.starts(with: [0xFF, 0xFE, 0, 0])
        let isMarked = isLittle || bytes.starts(with: [0, 0, 0xFE, 0xFF])
        var text = String.UnicodeScalarView()
        for start in stride(from: isMarked ? 4 : 0, to: bytes.count - 3, by: 4) {
            var number: UInt32 = 0
            for place in 0..<4 {
                number = number << 8 | UInt32(bytes[start + (isLittle ? 3 - place : place)])
            }
            text.append(Unicode.Scalar(number) ?? "\u{FFFD}")
        }
        return String(text)
    }

    private static func singleBytes(
        _ bytes: [UInt8],
        _ scalar: (UInt8) -> Unicode.Scalar
    ) -> String {
        var text = String.UnicodeScalarView()
        text.reserveCapacity(bytes.count)
        for byte in bytes { text.append(scalar(byte)) }
        return String(text)
    }

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard 0x80..<0xA0 ~= byte else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(windows1252Block[Int(byte) - 0x80]) ?? "\u{FFFD}"
    }

    /// 0x80 to 0x9F, where windows-1252 and ISO-8859-1 part.
    private static let windows1252Block: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
}
