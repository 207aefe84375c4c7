/// Percent-encoding of paths and queries (RFC 3986 §2.1).
enum Escaping {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The UTF-8 text with every byte escaped that is not kept.
    static func escaped(_ text: String, keeping keeps: (UInt8) -> Bool) -> String {
        if text.utf8.allSatisfy(keeps) { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            if keeps(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// `unreserved` of RFC 3986 §2.3: what never needs an escape.
    var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// What may stand in an address as it is, with the controls that a later check refuses.
    var isAddressByte: Bool {
        switch self {
        case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
            UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: self < 0x80
        }
    }

    /// Whether the byte is a control, which no address may hold.
    var isControl: Bool { self < 0x20 || self == 0x7F }
}
