/// Seconds as fields count them: digits and nothing else (RFC 9111 §1.2.2).
package enum DeltaSeconds: Sendable {
    /// The number; one too large for this machine is the largest that it has.
    package static func parse(_ text: String) -> Int? {
        guard !text.isEmpty, text.everyByte({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text) ?? .max
    }
}

extension Headers {
    /// The seconds since the answer was made, as it says itself (RFC 9111 §5.1).
    ///
    /// Of several values the first counts; what is no number of seconds is passed over.
    public var age: Int? {
        guard let line = values(of: .age).first else { return nil }
        let first = line.utf8.prefix { $0 != UInt8(ascii: ",") }
        return DeltaSeconds.parse(String(Substring(first)).trimmingBlanks)
    }

    /// The one date of a field; `nil` where there is none, or several that differ.
    ///
    /// Caches compare the letters of dates without case (RFC 9111 §4.2).
    ///
    /// - Parameter now: Seconds since 1970, for years of two digits.
    package func date(_ name: HeaderName, now: Int) -> HTTPDate? {
        let lines = values(of: name)
        guard let first = lines.first, lines.allSatisfy({ $0 == first }) else { return nil }
        return HTTPDate(anyCase: first, now: now)
    }
}

extension HeaderName {
    public static let age: HeaderName = "Age"
}
