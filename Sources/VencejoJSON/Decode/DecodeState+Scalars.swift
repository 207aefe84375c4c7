extension DecodeState {
    func string(_ index: Int) throws -> String {
        let node = node(index)
        guard node.kind == .string else { throw mismatch(String.self, index) }
        return tape.string(node)
    }

    func bool(_ index: Int) throws -> Bool {
        let node = node(index)
        guard node.kind == .bool else { throw mismatch(Bool.self, index) }
        return tape.bytes[Int(node.start)] == UInt8(ascii: "t")
    }

    func integer<T: FixedWidthInteger>(_ type: T.Type, _ index: Int) throws -> T {
        let node = node(index)
        guard node.kind == .number else { throw mismatch(type, index) }
        let range = Int(node.start)..<Int(node.end)
        if range.count <= 18, let value = shortInteger(range) {
            guard let result = T(exactly: value) else { throw unfit(type, index) }
            return result
        }
        let decimal = JSONDecimal(checked: tape.bytes[range])
        guard let value = decimal.integer(type) else { throw unfit(type, index) }
        return value
    }

    /// An integer of up to 18 bytes; nil when there is a fraction or an exponent.
    private func shortInteger(_ range: Range<Int>) -> Int? {
        var value = 0
        let negative = tape.bytes[range.lowerBound] == UInt8(ascii: "-")
        for index in range.dropFirst(negative ? 1 : 0) {
            let digit = tape.bytes[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int(digit)
        }
        return negative ? -value : value
    }

    func double(_ index: Int) throws -> Double {
        let node = node(index)
        guard node.kind == .number else { return try Double(nonConforming(Double.self, index)) }
        if let exact = Self.exactDouble(tape.bytes, Int(node.start)..<Int(node.end)) {
            return exact
        }
        guard let value = Double(tape.text(node)), value.isFinite,
            value != 0 || isZero(node)
        else { throw unfit(Double.self, index) }
        return value
    }

    func float(_ index: Int) throws -> Float {
        let node = node(index)
        guard node.kind == .number else { return try nonConforming(Float.self, index) }
        guard let value = Float(tape.text(node)), value.isFinite, value != 0 || isZero(node)
        else { throw unfit(Float.self, index) }
        return value
    }

    private func isZero(_ node: JSONNode) -> Bool {
        JSONDecimal(checked: tape.bytes[Int(node.start)..<Int(node.end)]).digits.isEmpty
    }

    private func nonConforming<T: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: T.Type,
        _ index: Int
    ) throws -> T {
        let node = node(index)
        if node.kind == .string,
            case .strings(let positive, let negative, let nan) =
                json.nonConformingFloats
        {
            switch tape.string(node) {
            case positive: return .infinity
            case negative: return -.infinity
            case nan: return .nan
            default: break
            }
        }
        throw mismatch(type, index)
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// A double that one exact division or product gives (Clinger); nil for all others.
    private static func exactDouble(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
        guard range.count <= 17 else { return nil }
        var mantissa: UInt64 = 0
        var scale = 0
        var fraction = false
        let negative = bytes[range.lowerBound] == UInt8(ascii: "-")
        for index in range.dropFirst(negative ? 1 : 0) {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                fraction = true
                continue
            }
            guard JSONScanner.isDigit(byte) else { return nil }
            mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
            if fraction { scale += 1 }
        }
        guard mantissa <= 1 << 53 else { return nil }
        let value = Double(mantissa) / powers[scale]
        return negative ? -value : value
    }
}
