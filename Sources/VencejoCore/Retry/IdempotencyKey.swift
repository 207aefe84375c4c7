/// The value of an `Idempotency-Key`: a random UUID of version 4 (RFC 9562 §5.4).
package enum IdempotencyKey: Sendable {
    /// 122 of the 128 bits given, as 36 characters.
    package static func make(_ random: () -> UInt64) -> String {
        let high = random() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = hex(high) + hex(low)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private static func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
