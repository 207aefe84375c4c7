extension Unicode.Scalar {
    /// Whether a terminal or a reader's eye obeys this character instead of showing it.
    ///
    /// Controls of C0 and C1, line and paragraph separators, and what turns the direction of
    /// writing (UAX #9).
    package var isSteering: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The character by its number, for a person to read.
    package var escaped: String { "\\u{\(String(value, radix: 16))}" }
}
