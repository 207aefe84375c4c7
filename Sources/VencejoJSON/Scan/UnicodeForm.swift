/// The forms of Unicode, other than UTF-8, that a JSON text may come in.
enum UnicodeForm {
    case utf16(bigEndian: Bool)
    case utf32(bigEndian: Bool)

    /// Tells the form by a byte order mark, or by where the zeros of the first character are.
    init?(of bytes: [UInt8]) {
        let head = (0..<4).map { $0 < bytes.count ? bytes[$0] : 0xFF }
        switch (head[0], head[1], head[2], head[3]) {
        case (0x00, 0x00, 0xFE, 0xFF), (0, 0, 0, 1...): self = .utf32(bigEndian: true)
        case (0xFF, 0xFE, 0x00, 0x00), (1..., 0, 0, 0): self = .utf32(bigEndian: false)
        case (0xFE, 0xFF, _, _), (0, 1..., _, _): self = .utf16(bigEndian: true)
        case (0xFF, 0xFE, _, _), (1..., 0, _, _): self = .utf16(bigEndian: false)
        default: return nil
        }
    }

    /// The text in UTF-8, without a byte order mark; nil when it is not well-formed.
    func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        var text: String?
        switch self {
        case .utf16(let bigEndian):
            let units = Self.units(bytes, 2, bigEndian)?.map { UInt16(truncatingIfNeeded: $0) }
            text = units.flatMap { String(validating: $0, as: UTF16.self) }
        case .utf32(let bigEndian):
            text = Self.units(bytes, 4, bigEndian).flatMap {
                String(validating: $0, as: UTF32.self)
            }
        }
        guard let text else { return nil }
        return Array(
            text.unicodeScalars.first == "\u{FEFF}" ? text.utf8.dropFirst(3) : text.utf8[...]
        )
    }

    private static func units(_ bytes: [UInt8], _ width: Int, _ bigEndian: Bool) -> [UInt32]? {
        guard bytes.count % width == 0 else { return nil }
        return stride(from: 0, to: bytes.count, by: width).map { start in
            (0..<width).reduce(0) { unit, place in
                unit << 8 | UInt32(bytes[start + (bigEndian ? place : width - 1 - place)])
            }
        }
    }
}
