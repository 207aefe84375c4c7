import TestSupport

extension Seeded {
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
