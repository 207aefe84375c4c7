/// Base64 with padding and nothing else (RFC 4648 section 4).
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
        return values
    }()

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let second = index + 1 < bytes.count ? bytes[index + 1] : 0
            let third = index + 2 < bytes.count ? bytes[index + 2] : 0
            let first = bytes[index]
            text.append(alphabet[Int(first >> 2)])
            text.append(alphabet[Int((first & 3) << 4 | second >> 4)])
            text.append(
                index + 1 < bytes.count ? alphabet[Int((second & 15) << 2 | third >> 6)] : 61
            )
            text.append(index + 2 < bytes.count ? alphabet[Int(third & 63)] : 61)
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func decode(_ text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).count { $0 == 61 }
        if padding == 2, text[text.count - 1] != 61 || text[text.count - 2] != 61 { return nil }
        if padding == 1, text.last != 61 { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        for (index, byte) in text.dropLast(padding).enumerated() {
            let value = values[Int(byte)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            if index % 4 != 0 {
                bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - index % 4 * 2)))
            }
        }
        return bytes
    }
}
