/// The public keys that a host and the hosts below it must have.
///
///     PublicKeyPins("example.com", current: "sha256/r/mIkG3e…=", next: "sha256/klO23nT2…=")
///
/// A pin is the SHA-256 of a certificate's public key (its `SubjectPublicKeyInfo`, as RFC 7469
/// §2.4 has it) in base 64. A certificate anywhere in the verified chain may have it: pin the
/// server's key or that of its authority. The next pin belongs to the key that is kept ready for
/// the day on which the current one is lost, and so a pin never locks a client out.
public struct PublicKeyPins: Sendable, Hashable {
    /// The host; hosts below it are meant too.
    public let host: String
    public let current: String
    public let next: String

    /// Pins for a host; the host's most specific entry counts where several fit.
    public init(_ host: String, current: String, next: String) {
        let name = host.lowercased()
        self.host = name.hasSuffix(".") ? String(name.dropLast()) : name
        self.current = Self.normalized(current)
        self.next = Self.normalized(next)
    }

    /// What `curl` and RFC 7469 write as `sha256//…` and `sha256=…` is meant the same.
    private static func normalized(_ pin: String) -> String {
        for prefix in ["sha256//", "sha256=", "sha256/"] where pin.hasPrefix(prefix) {
            return "sha256/" + pin.dropFirst(prefix.count)
        }
        return pin
    }

    /// What is wrong with the pins; `nil` when nothing is.
    package var fault: String? {
        if host.isEmpty { return "pins without a host" }
        for pin in [current, next] where !Self.isPin(pin) {
            return "\(pin.debugDescription) for \(host) is no pin: sha256/ and 44 characters"
        }
        if current == next {
            return "the next pin for \(host) is the current one: make a spare key"
        }
        return nil
    }

    /// 32 bytes in base 64 are 43 characters and one `=`.
    private static func isPin(_ pin: String) -> Bool {
        guard pin.hasPrefix("sha256/") else { return false }
        let text = pin.utf8.dropFirst(7)
        guard text.count == 44, text.last == UInt8(ascii: "=") else { return false }
        return text.dropLast().allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            case UInt8(ascii: "+"), UInt8(ascii: "/"): true
            default: false
            }
        }
    }

    package func covers(_ name: String) -> Bool {
        name == host || name.hasSuffix("." + host)
    }

    package func accepts(_ seen: [String]) -> Bool {
        seen.contains { $0 == current || $0 == next }
    }
}

extension [PublicKeyPins] {
    /// The pins that count for a host: those with the longest name that fits.
    package func pins(for host: String) -> PublicKeyPins? {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return filter { $0.covers(name) }.max { $0.host.utf8.count < $1.host.utf8.count }
    }
}
