/// Names of members whose values are kept out of messages.
///
/// Case, `-`, `_` and `.` do not matter: `api_key`, `apiKey` and `API-Key` are one name.
public struct SecretNames: Sendable, Hashable {
    private var words: Set<String>
    private var parts: [String]

    /// Names that are secret as a whole, and parts that make any name secret.
    public init(_ names: [String], containing parts: [String] = []) {
        words = Set(names.map(Self.plain))
        self.parts = parts.map(Self.plain).filter { !$0.isEmpty }
    }

    /// Passwords, tokens, keys, cookies, signatures and the like.
    public static let usual = SecretNames(
        ["pwd", "pass", "pin", "auth", "sig", "key"],
        containing: [
            "password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey",
            "privatekey", "credential", "authorization", "cookie", "jwt", "signature",
        ]
    )

    /// No name is secret.
    public static let none = SecretNames([])

    /// These names and others.
    public func adding(_ names: String..., containing parts: [String] = []) -> SecretNames {
        let more = SecretNames(names, containing: parts)
        var result = self
        result.words.formUnion(more.words)
        result.parts += more.parts
        return result
    }

    /// Whether a member of this name holds a secret.
    public func matches(_ name: some StringProtocol) -> Bool {
        let plain = Self.plain(name)
        return words.contains(plain) || parts.contains { plain.contains($0) }
    }

    private static func plain(_ name: some StringProtocol) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != "." }
    }
}
