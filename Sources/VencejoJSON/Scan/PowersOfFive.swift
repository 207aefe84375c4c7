/// The powers of five from -342 to 308, each as its 128 highest bits: what doubles are read with.
///
/// Computed once, in about a millisecond, when the first number needs it.
enum PowersOfFive {
    static let lowest = -342
    static let highest = 308

    /// High and low word of each power, in turn.
    nonisolated(unsafe) private static let words: UnsafePointer<UInt64> = {
        let count = highest - lowest + 1
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count * 2)
        var power: [UInt64] = [1]
        for exponent in 0...(-lowest) {
            if exponent > 0 { multiplyByFive(&power) }
            if exponent <= highest { store(top(power), at: exponent - lowest, in: words) }
            if exponent > 0 {
                // A reciprocal is cut off where it never ends, and rounded up where it is exact.
                let value = reciprocal(power) &+ (exponent <= 27 ? 1 : 0)
                store(value, at: -exponent - lowest, in: words)
            }
        }
        return UnsafePointer(words)
    }()

    /// The 128 highest bits of a power, the highest of them set.
    @inline(__always)
    static func bits(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        let words = words + (exponent - lowest) * 2
        return (words[0], words[1])
    }

    private static func store(
        _ value: UInt128,
        at index: Int,
        in words: UnsafeMutablePointer<UInt64>
    ) {
        words[index * 2] = UInt64(truncatingIfNeeded: value >> 64)
        words[index * 2 + 1] = UInt64(truncatingIfNeeded: value)
    }

    private static func multiplyByFive(_ value: inout [UInt64]) {
        var carry: UInt64 = 0
        for index in value.indices {
            let (high, low) = value[index].multipliedFullWidth(by: 5)
            let (sum, over) = low.addingReportingOverflow(carry)
            value[index] = sum
            carry = high + (over ? 1 : 0)
        }
        if carry > 0 { value.append(carry) }
    }

    private static func bitWidth(_ value: [UInt64]) -> Int {
        value.count * 64 - (value.last ?? 0).leadingZeroBitCount
    }

    /// The 128 highest bits, with zeros behind a value of fewer.
    private static func top(_ value: [UInt64]) -> UInt128 {
        var result: UInt128 = 0
        let width = bitWidth(value)
        for place in 0..<128 {
            let bit = width - 1 - place
            let isSet = bit >= 0 && value[bit / 64] >> UInt64(bit % 64) & 1 == 1
            result = result << 1 | (isSet ? 1 : 0)
        }
        return result
    }

    /// The 128 highest bits of 1 / value, by long division.
    private static func reciprocal(_ value: [UInt64]) -> UInt128 {
        let width = bitWidth(value)
        var rest = [UInt64](repeating: 0, count: value.count + 1)
        rest[(width - 1) / 64] = 1 << UInt64((width - 1) % 64)
        var result: UInt128 = 0
        for _ in 0..<128 {
            var carry: UInt64 = 0
            for index in rest.indices {
                let next = rest[index] >> 63
                rest[index] = rest[index] << 1 | carry
                carry = next
            }
            result <<= 1
            if subtract(value, from: &rest) { result |= 1 }
        }
        return result
    }

    /// Subtracts, where the rest is not smaller.
    private static func subtract(_ value: [UInt64], from rest: inout [UInt64]) -> Bool {
        if rest[value.count] == 0 {
            var index = value.count - 1
            while index > 0, rest[index] == value[index] { index -= 1 }
            if rest[index] < value[index] { return false }
        }
        var borrow: UInt64 = 0
        for index in rest.indices {
            let (first, under) = rest[index].subtractingReportingOverflow(
                index < value.count ? value[index] : 0
            )
            let (second, more) = first.subtractingReportingOverflow(borrow)
            rest[index] = second
            borrow = under || more ? 1 : 0
        }
        return true
    }
}
