/// An address as servers write it, made into the reference that it means.
enum LocationText {
    /// Escapes what no reference can hold; white space around does not count.
    ///
    /// Servers send blanks and backslashes as they are (RFC 3986 §2.1 asks for escapes). What lies
    /// outside ASCII is left for the address itself to escape, each part in its own way.
    static func escaped(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in trimmed(Array(text.utf8)) {
            if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
            let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return [] }
        return bytes[first...last]
    }
}
