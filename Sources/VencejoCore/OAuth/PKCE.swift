import VencejoDigest

/// Proof that who brings a code is who asked for it (RFC 7636).
public struct PKCE: Sendable, Hashable {
    /// The secret, which only the token endpoint sees.
    public let verifier: String
    /// What the browser carries.
    public let challenge: String
    /// `S256`, or `plain` where the system has no SHA-256.
    public let method: String

    /// The proof for a verifier of 43 to 128 unreserved characters; nil for another one.
    public init?(verifier: String) {
        guard 43...128 ~= verifier.utf8.count,
            verifier.utf8.allSatisfy({ Self.isAllowed($0) })
        else { return nil }
        self.init(checked: verifier)
    }

    /// A proof with 256 random bits.
    init(random: () -> UInt64) {
        self.init(checked: RandomText.make(random))
    }

    private init(checked verifier: String) {
        self.verifier = verifier
        if let hash = Hash.digest(.sha256, of: Array(verifier.utf8)) {
            challenge = RandomText.url(hash)
            method = "S256"
        } else {
            challenge = verifier
            method = "plain"
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}

/// Text that cannot be guessed and may stand in an address.
enum RandomText: Sendable {
    /// 256 bits as 43 characters.
    static func make(_ random: () -> UInt64) -> String {
        var bytes: [UInt8] = []
        for _ in 0..<4 {
            let word = random()
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return url(bytes)
    }

    /// Base 64 for addresses, without padding (RFC 4648 §5).
    static func url(_ bytes: [UInt8]) -> String {
        String(
            Base64.encode(bytes).compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            }
        )
    }
}
