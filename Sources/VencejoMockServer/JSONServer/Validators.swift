import VencejoHTTP

/// Tags of content, and whether a client has it already (RFC 9110 §8.8.3).
enum Validators: Sendable {
    /// A weak tag of the length and a FNV-1a sum, as the field's value.
    static func weakTag(of bytes: [UInt8]) -> String? {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes {
            sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        let text = "\(String(bytes.count, radix: 16))-\(String(sum, radix: 16))"
        return EntityTag(opaque: text, isWeak: true)?.description
    }

    /// Whether `If-None-Match` names the tag, by weak comparison (RFC 9110 §13.1.2).
    static func names(_ field: String, _ tag: String) -> Bool {
        if field.trimmingBlanks == "*" { return true }
        guard let tag = EntityTag(tag) else { return false }
        return EntityTag.list(field).contains { $0.weaklyMatches(tag) }
    }
}
