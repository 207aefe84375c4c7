/// Escaping by percent signs (RFC 3986 §2.1).
public enum PercentEncoding: Sendable {
    /// Text as one path segment: all but unreserved characters are escaped.
    ///
    /// The segments `.` and `..` are escaped too, so that nobody on the way removes them.
    public static func segment(_ text: String) -> String {
        if text == "." { return "%2E" }
        if text == ".." { return "%2E%2E" }
        return escaping(text, keeping: \.isUnreserved)
    }

    /// Text as a name or a value of a query: all but unreserved characters are escaped.
    public static func queryComponent(_ text: String) -> String {
        escaping(text, keeping: \.isUnreserved)
    }

    /// Text as a form field (WHATWG URL §5.2): a blank becomes a plus sign.
    public static func formComponent(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x20 {
                output.append(UInt8(ascii: "+"))
            } else if byte.isUnreserved && byte != UInt8(ascii: "~") || byte == UInt8(ascii: "*") {
                output.append(byte)
            } else {
                escape(byte, into: &output)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes behind escaped text; a percent sign that begins no escape stays.
    public static func decodedBytes(_ text: some StringProtocol, plusIsBlank: Bool = false)
        -> [UInt8]
    {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexDigit, let low = bytes[index + 2].hexDigit
            {
                output.append(high << 4 | low)
                index += 3
                continue
            }
            let isBlank = plusIsBlank && bytes[index] == UInt8(ascii: "+")
            output.append(isBlank ? 0x20 : bytes[index])
            index += 1
        }
        return output
    }

    /// The text behind escaped text; bytes that are not UTF-8 become U+FFFD.
    public static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
        String(decoding: decodedBytes(text, plusIsBlank: plusIsBlank), as: UTF8.self)
    }

    /// The text with only those characters escaped that can stand nowhere in a URI; escapes stay.
    public static func escapingIRI(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy(\.isURIByte) { return String(text) }
        return escaping(String(text), keeping: \.isURIByte)
    }

    /// ``escapingIRI(_:)`` for a query, where browsers escape the apostrophe too (WHATWG URL §1.3).
    static func escapingQuery(_ text: Substring) -> String {
        if text.utf8.allSatisfy(\.isQueryByte) { return String(text) }
        return escaping(String(text), keeping: \.isQueryByte)
    }

    /// ``escapingIRI(_:)`` for a user or a password, each by itself (WHATWG URL §1.3).
    static func escapingUserInfo(_ text: Substring) -> String {
        escaping(String(text)) { $0.isURIByte && !"/:;=?@[]".utf8.contains($0) }
    }

    private static func escaping(_ text: String, keeping: (UInt8) -> Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if keeping(byte) {
                output.append(byte)
            } else {
                escape(byte, into: &output)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func escape(_ byte: UInt8, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        output.append(hexDigits[Int(byte >> 4)])
        output.append(hexDigits[Int(byte & 15)])
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
    /// RFC 3986 §2.3.
    var isUnreserved: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self
            || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".") || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
    }

    /// Whether the byte may stand somewhere in a path, a query or a fragment, a percent sign too.
    var isURIByte: Bool {
        guard 0x21..<0x7F ~= self else { return false }
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
            UInt8(ascii: "}"), UInt8(ascii: "#"):
            return false
        default: return true
        }
    }

    var isQueryByte: Bool { isURIByte && self != UInt8(ascii: "'") }

    var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
