/// Base64 for URLs and file names (RFC 4648 section 5).
extension Base64 {
    static func encodeURL(_ bytes: [UInt8]) -> String {
        encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Reads it with padding or without.
    static func decodeURL(_ text: String) -> [UInt8]? {
        guard !text.contains("+"), !text.contains("/") else { return nil }
        var plain = text.replacing("-", with: "+").replacing("_", with: "/")
        if !plain.hasSuffix("=") {
            plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        }
        return decode(plain)
    }
}
