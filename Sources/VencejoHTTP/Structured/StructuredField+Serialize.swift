extension StructuredItem {
    /// The field's value; `nil` where a part of it cannot be written (RFC 9651 §4.1.3).
    public func serialized() -> String? {
        StructuredWriter.text { $0.write(self) }
    }
}

extension StructuredList {
    /// The field's value; `nil` where a part of it cannot be written (RFC 9651 §4.1.1).
    ///
    /// An empty text means that the field is not to be sent at all.
    public func serialized() -> String? {
        StructuredWriter.text { writer in
            writer.join(members, ", ") { $0.write($1) }
        }
    }
}

extension StructuredDictionary {
    /// The field's value; `nil` where a part of it cannot be written (RFC 9651 §4.1.2).
    ///
    /// An empty text means that the field is not to be sent at all.
    public func serialized() -> String? {
        StructuredWriter.text { writer in
            writer.join(members, ", ") { writer, entry in
                guard writer.write(key: entry.key) else { return false }
                if case .item(let item) = entry.value, item.value == .bool(true) {
                    return writer.write(item.parameters)
                }
                writer.append("=")
                return writer.write(entry.value)
            }
        }
    }
}

/// Bytes of a structured field as they are written; each step says whether it could.
private struct StructuredWriter {
    private var bytes: [UInt8] = []

    static func text(_ body: (inout StructuredWriter) -> Bool) -> String? {
        var writer = StructuredWriter()
        return body(&writer) ? String(decoding: writer.bytes, as: UTF8.self) : nil
    }

    mutating func append(_ text: String) {
        bytes += text.utf8
    }

    mutating func join<Element>(
        _ elements: some Sequence<Element>,
        _ separator: String,
        _ write: (inout StructuredWriter, Element) -> Bool
    ) -> Bool {
        var isFirst = true
        for element in elements {
            if !isFirst { append(separator) }
            isFirst = false
            guard write(&self, element) else { return false }
        }
        return true
    }

    mutating func write(_ member: StructuredMember) -> Bool {
        switch member {
        case .item(let item): return write(item)
        case .inner(let items, let parameters):
            append("(")
            guard join(items, " ", { $0.write($1) }) else { return false }
            append(")")
            return write(parameters)
        }
    }

    mutating func write(_ item: StructuredItem) -> Bool {
        write(item.value) && write(item.parameters)
    }

    mutating func write(_ parameters: StructuredParameters) -> Bool {
        for parameter in parameters {
            append(";")
            guard write(key: parameter.key) else { return false }
            if parameter.value == .bool(true) { continue }
            append("=")
            guard write(parameter.value) else { return false }
        }
        return true
    }

    mutating func write(key: String) -> Bool {
        guard let first = key.utf8.first, first.isSmallLetter || first == UInt8(ascii: "*"),
            key.utf8.allSatisfy(\.isKeyByte)
        else { return false }
        append(key)
        return true
    }

    private mutating func write(_ value: StructuredValue) -> Bool {
        switch value {
        case .integer(let number): return write(integer: number)
        case .decimal(let number): return write(decimal: number)
        case .string(let text): return write(string: text)
        case .token(let text): return write(token: text)
        case .bytes(let content):
            append(":")
            bytes += StructuredBase64.encode(content)
            append(":")
        case .bool(let flag): append(flag ? "?1" : "?0")
        case .date(let seconds):
            append("@")
            return write(integer: seconds)
        case .display(let text): write(display: text)
        }
        return true
    }

    private mutating func write(integer: Int) -> Bool {
        guard -999_999_999_999_999...999_999_999_999_999 ~= integer else { return false }
        append(String(integer))
        return true
    }

    // RFC 9651 §4.1.5
    private mutating func write(decimal: Double) -> Bool {
        guard decimal.isFinite, decimal.magnitude < 1e12 else { return false }
        let thousandths = Int((decimal.magnitude * 1000).rounded(.toNearestOrEven))
        guard thousandths < 1_000_000_000_000_000 else { return false }
        if decimal < 0, thousandths > 0 { append("-") }
        append(String(thousandths / 1000))
        append(".")
        var fraction = String(thousandths % 1000 + 1000).dropFirst()
        while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
        bytes += fraction.utf8
        return true
    }

    private mutating func write(string: String) -> Bool {
        append("\"")
        for byte in string.utf8 {
            guard 0x20...0x7E ~= byte else { return false }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append("\\") }
            bytes.append(byte)
        }
        append("\"")
        return true
    }

    private mutating func write(token: String) -> Bool {
        guard let first = token.utf8.first, first.isLetter || first == UInt8(ascii: "*"),
            token.utf8.allSatisfy({ $0.isTokenByte || $0 == 0x3A || $0 == 0x2F })
        else { return false }
        append(token)
        return true
    }

    private mutating func write(display: String) {
        let digits = Array("0123456789abcdef".utf8)
        append("%\"")
        for byte in display.utf8 {
            if 0x20...0x7E ~= byte, byte != UInt8(ascii: "%"), byte != UInt8(ascii: "\"") {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        append("\"")
    }
}
