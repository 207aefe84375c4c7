extension StructuredParser {
    // RFC 9651 §4.2.3.1
    mutating func bareItem() -> StructuredValue? {
        guard let next else { return nil }
        switch next {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        case UInt8(ascii: "\""): return string().map(StructuredValue.string)
        case UInt8(ascii: ":"): return binary().map(StructuredValue.bytes)
        case UInt8(ascii: "?"): return boolean().map(StructuredValue.bool)
        case UInt8(ascii: "@"): return date()
        case UInt8(ascii: "%"): return display().map(StructuredValue.display)
        case _ where next.isLetter || next == UInt8(ascii: "*"):
            let token = bytes { $0.isTokenByte || $0 == 0x3A || $0 == 0x2F }
            return .token(String(decoding: token, as: UTF8.self))
        default: return nil
        }
    }

    // RFC 9651 §4.2.4
    private mutating func number() -> StructuredValue? {
        let isNegative = take("-")
        let whole = bytes { 0x30...0x39 ~= $0 }
        guard !whole.isEmpty else { return nil }
        guard take(".") else {
            guard whole.count <= 15, let value = Int(String(decoding: whole, as: UTF8.self)) else {
                return nil
            }
            return .integer(isNegative ? -value : value)
        }
        let fraction = bytes { 0x30...0x39 ~= $0 }
        guard whole.count <= 12, 1...3 ~= fraction.count,
            let value = Double(
                String(decoding: whole, as: UTF8.self) + "."
                    + String(decoding: fraction, as: UTF8.self)
            )
        else { return nil }
        return .decimal(isNegative ? -value : value)
    }

    // RFC 9651 §4.2.5
    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var text: [UInt8] = []
        while let byte = advance() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = advance(),
                    escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
                else { return nil }
                text.append(escaped)
            case 0x20...0x7E: text.append(byte)
            default: return nil
            }
        }
        return nil
    }

    // RFC 9651 §4.2.7
    private mutating func binary() -> [UInt8]? {
        guard take(":") else { return nil }
        let text = bytes { $0 != UInt8(ascii: ":") }
        guard take(":") else { return nil }
        return StructuredBase64.decode(text)
    }

    // RFC 9651 §4.2.8
    private mutating func boolean() -> Bool? {
        guard take("?") else { return nil }
        switch advance() {
        case UInt8(ascii: "1"): return true
        case UInt8(ascii: "0"): return false
        default: return nil
        }
    }

    // RFC 9651 §4.2.9
    private mutating func date() -> StructuredValue? {
        guard take("@"), case .integer(let seconds) = number() else { return nil }
        return .date(seconds)
    }

    // RFC 9651 §4.2.10
    private mutating func display() -> String? {
        guard take("%"), take("\"") else { return nil }
        var text: [UInt8] = []
        while let byte = advance() {
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "%"):
                guard let high = advance()?.smallHexDigit, let low = advance()?.smallHexDigit
                else { return nil }
                text.append(high << 4 | low)
            case 0x20...0x7E: text.append(byte)
            default: return nil
            }
        }
        return nil
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in small letters.
    fileprivate var smallHexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
