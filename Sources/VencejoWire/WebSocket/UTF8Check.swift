/// Says of a text that comes in pieces whether it is UTF-8 so far (RFC 3629 §4).
package struct UTF8Check: Sendable {
    /// How many bytes of the present character are missing.
    private var missing = 0
    /// What the next byte may be.
    private var range: ClosedRange<UInt8> = 0x80...0xBF

    package init() {}

    /// Whether no character is half there.
    package var isComplete: Bool { missing == 0 }

    /// False as soon as a byte cannot be part of any text.
    package mutating func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
        for byte in bytes {
            if missing > 0 {
                guard range.contains(byte) else { return false }
                range = 0x80...0xBF
                missing -= 1
            } else if byte >= 0x80 {
                guard begin(byte) else { return false }
            }
        }
        return true
    }

    private mutating func begin(_ byte: UInt8) -> Bool {
        range = 0x80...0xBF
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, range) = (2, 0xA0...0xBF)
        case 0xED: (missing, range) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, range) = (3, 0x90...0xBF)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, range) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }
}
