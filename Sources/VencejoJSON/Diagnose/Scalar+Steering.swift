extension Unicode.Scalar {
    /// Whether a terminal or a reader's eye obeys this character instead of showing it.
    ///
    /// Controls of C0 and C1, line and paragraph separators, what turns the direction of writing
    /// (UAX #9), and what cannot be seen at all: blanks without width, fillers, tags and the
    /// selectors in which a text can be hidden. The joiners U+200C and U+200D, which many scripts
    /// and emoji need, are none of them.
    package var isSteering: Bool {
        switch value {
        case 0x20..<0x7F: false
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    /// The character by its number, for a person to read.
    package var escaped: String { "\\u{\(String(value, radix: 16))}" }
}
