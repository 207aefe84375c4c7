/// A number's exact decimal value, taken from its text: ±0.digits × 10^exponent.
package struct JSONDecimal: Sendable, Hashable {
    /// Whether the value is below zero; zero itself is never negative.
    package var negative: Bool
    /// Significant digits as values 0 to 9, with no zero at either end; empty for zero.
    package var digits: [UInt8]
    /// The power of ten of the last digit.
    package var exponent: Int

    /// Reads a number whose grammar (RFC 8259 section 6) has been checked already.
    package init(checked text: some Sequence<UInt8>) {
        var digits: [UInt8] = []
        var negative = false
        var exponent = 0
        var fraction = false
        var inExponent = false
        var exponentNegative = false
        var written = 0
        for byte in text {
            switch byte {
            case 0x2D where inExponent: exponentNegative = true
            case 0x2D: negative = true
            case 0x2B: break
            case 0x2E: fraction = true
            case 0x45, 0x65: inExponent = true
            default:
                let digit = byte &- 0x30
                if inExponent {
                    written = min(written * 10 + Int(digit), 1 << 40)
                } else {
                    if !(digits.isEmpty && digit == 0) { digits.append(digit) }
                    if fraction { exponent -= 1 }
                }
            }
        }
        while let last = digits.last, last == 0 {
            digits.removeLast()
            exponent += 1
        }
        exponent += exponentNegative ? -written : written
        self.negative = negative && !digits.isEmpty
        self.exponent = digits.isEmpty ? 0 : exponent
        self.digits = digits
    }

    /// The value as an integer, when it is one and fits.
    package func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
        if digits.isEmpty { return 0 }
        guard exponent >= 0, exponent + digits.count <= 40 else { return nil }
        var value: T = 0
        for index in 0..<(digits.count + exponent) {
            let digit = index < digits.count ? digits[index] : 0
            let (product, high) = value.multipliedReportingOverflow(by: 10)
            let (sum, over) =
                negative
                ? product.subtractingReportingOverflow(T(digit))
                : product.addingReportingOverflow(T(digit))
            if high || over { return nil }
            value = sum
        }
        return value
    }

    /// Whether the value has nothing after the decimal point.
    package var isWhole: Bool { exponent >= 0 }
}
