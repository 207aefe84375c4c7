/// Percent and form decoding (RFC 3986 §2.1, WHATWG URL §5.1).
enum PercentCoding: Sendable {
    /// No more pairs than this are read from one query or form.
    private static let maximumPairs = 1000

    static func decode(_ text: some StringProtocol, plusIsBlank: Bool) -> String {
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            let byte = source[index]
            if byte == UInt8(ascii: "%"), index + 2 < source.count,
                let high = hexValue(source[index + 1]), let low = hexValue(source[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
                continue
            }
            bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? 0x20 : byte)
            index += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func form(_ text: String) -> [QueryPair] {
        text.split(separator: "&").prefix(maximumPairs).map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? halves[1] : ""
            return QueryPair(
                decode(halves[0], plusIsBlank: true),
                decode(value, plusIsBlank: true)
            )
        }
    }

    /// The text with every byte escaped that may not stand in a field as it is.
    static func visible(_ text: String) -> String {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            ? text
            : String(
                decoding: text.utf8.flatMap { byte -> [UInt8] in
                    (0x21...0x7E).contains(byte)
                        ? [byte] : Array(encode(bytes: CollectionOfOne(byte)).utf8)
                },
                as: UTF8.self
            )
    }

    static func encode(_ text: String) -> String {
        encode(bytes: text.utf8)
    }

    private static func encode(bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var encoded = String.UnicodeScalarView()
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(Unicode.Scalar(byte))
            default:
                encoded.append("%")
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 15)])
            }
        }
        return String(encoded)
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
