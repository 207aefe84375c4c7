/// The double nearest to a number in decimal, exactly as `strtod` finds it.
///
/// Most numbers are one exact product or quotient (Clinger 1990); the others are a 128-bit product
/// with a power of five, which says when it is not enough (Lemire 2021).
struct DecimalFloat {
    /// The first 19 significant digits.
    private var mantissa: UInt64 = 0
    /// The power of ten they are multiplied by.
    private var exponent = 0
    private var negative = false
    /// Whether digits other than zero were left out.
    private var truncated = false
    private var significant = 0

    /// Takes apart a number whose grammar has been checked.
    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, _ length: Int) {
        var next = start
        let end = start + length
        if next.pointee == UInt8(ascii: "-") {
            negative = true
            next += 1
        }
        let first = next
        Self.run(&next, end, &mantissa)
        var digits = next - first
        if next < end, next.pointee == UInt8(ascii: ".") {
            next += 1
            let point = next
            while end - next >= 8, let eight = Self.eight(next) {
                mantissa = mantissa &* 100_000_000 &+ eight
                next += 8
            }
            Self.run(&next, end, &mantissa)
            exponent = point - next
            digits += next - point
        }
        // Of 19 digits none is lost.
        if digits > 19 {
            (mantissa, exponent) = (0, 0)
            next = long(first, end)
        }
        if next < end { exponent += Self.exponent(next + 1, end) }
    }

    /// Digits one at a time.
    @inline(__always)
    private static func run(
        _ next: inout UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>,
        _ mantissa: inout UInt64
    ) {
        while next < end {
            let digit = next.pointee &- 0x30
            guard digit < 10 else { return }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            next += 1
        }
    }

    /// A number of many digits: the first 19 that count, and whether others were left out.
    @inline(never)
    private mutating func long(
        _ first: UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var next = first
        digits(&next, end, fraction: false)
        if next < end, next.pointee == UInt8(ascii: ".") {
            next += 1
            digits(&next, end, fraction: true)
        }
        return next
    }

    private mutating func digits(
        _ next: inout UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>,
        fraction: Bool
    ) {
        while next < end {
            let digit = next.pointee &- 0x30
            guard digit < 10 else { return }
            next += 1
            if significant < 19 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                if mantissa != 0 { significant += 1 }
                if fraction { exponent -= 1 }
            } else {
                if digit != 0 { truncated = true }
                if !fraction { exponent += 1 }
            }
        }
    }

    /// Eight digits at once; nil when one of them is none.
    @inline(__always)
    private static func eight(_ place: UnsafePointer<UInt8>) -> UInt64? {
        var word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
        let above = word &+ 0x4646_4646_4646_4646
        word = word &- 0x3030_3030_3030_3030
        guard (above | word) & 0x8080_8080_8080_8080 == 0 else { return nil }
        word = word &* 10 &+ word >> 8
        let low = (word & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let high = (word >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return (low &+ high) >> 32
    }

    private static func exponent(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int
    {
        var next = start
        var value = 0
        let negative = next.pointee == UInt8(ascii: "-")
        if negative || next.pointee == UInt8(ascii: "+") { next += 1 }
        while next < end {
            value = min(value * 10 + Int(next.pointee &- 0x30), 1 << 30)
            next += 1
        }
        return negative ? -value : value
    }

    /// The double; nil where only `strtod` can tell, and for values too large or too small.
    @inline(__always)
    var double: Double? {
        if !truncated, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
            let value = Double(mantissa)
            let power = Self.powers[abs(exponent)]
            let result = exponent < 0 ? value / power : value * power
            return negative ? -result : result
        }
        guard let bits = bits else { return nil }
        return Double(bitPattern: negative ? bits | 1 << 63 : bits)
    }

    private var bits: UInt64? {
        if mantissa == 0 { return truncated ? nil : 0 }
        guard let bits = Self.bits(mantissa, exponent) else { return nil }
        // What was left out lies between these digits and the next.
        if truncated, Self.bits(mantissa &+ 1, exponent) != bits { return nil }
        return bits
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// The bits of the double nearest to mantissa × 10^exponent; nil where they are not certain.
    private static func bits(_ mantissa: UInt64, _ exponent: Int) -> UInt64? {
        guard exponent >= PowersOfFive.lowest, exponent <= PowersOfFive.highest else { return nil }
        let zeros = mantissa.leadingZeroBitCount
        let shifted = mantissa << UInt64(zeros)
        let power = PowersOfFive.bits(exponent)
        var (high, low) = shifted.multipliedFullWidth(by: power.high)
        if high & 0x1FF == 0x1FF {
            let more = shifted.multipliedFullWidth(by: power.low).high
            low = low &+ more
            if more > low { high += 1 }
        }
        if low == .max, exponent < -27 || exponent > 55 { return nil }
        let top = Int(high >> 63)
        var result = high >> UInt64(top + 9)
        var binary = (217_706 * exponent) >> 16 + 63 + top - zeros + 1023
        if binary <= 0 {
            guard binary > -63 else { return nil }
            result >>= UInt64(1 - binary)
            result = (result + (result & 1)) >> 1
            return result == 0 ? nil : result
        }
        // Exactly half way: to the even neighbour.
        if low <= 1, exponent >= -4, exponent <= 23, result & 3 == 1,
            result << UInt64(top + 9) == high
        {
            result &= ~1
        }
        result = (result + (result & 1)) >> 1
        if result >= 1 << 53 {
            result = 1 << 52
            binary += 1
        }
        guard binary < 0x7FF else { return nil }
        return UInt64(binary) << 52 | result & ((1 << 52) - 1)
    }
}
