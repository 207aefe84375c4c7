/// Random numbers that are the same in every run (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Text of any scalars, with a taste for those that mean something in an address.
    mutating func text() -> String {
        let special = Array(
            " %/?#[]@:;&=+.\\\"<>{}|^`~\u{0}\r\n\u{7F}\u{301}\u{200D}".unicodeScalars
        )
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...8, using: &self) {
            if Bool.random(using: &self), let scalar = special.randomElement(using: &self) {
                scalars.append(scalar)
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
