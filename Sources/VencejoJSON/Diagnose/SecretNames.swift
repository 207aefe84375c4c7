/// Names of members whose values are kept out of messages.
///
/// Case, `-`, `_` and `.` do not matter: `api_key`, `apiKey` and `API-Key` are one name.
public struct SecretNames: Sendable, Hashable {
    private var words: Set<String>
    private var parts: [[UInt8]]

    /// Names that are secret as a whole, and parts that make any name secret.
    public init(_ names: [String], containing parts: [String] = []) {
        words = Set(names.map(Self.plain))
        self.parts = parts.map { Array(Self.plain($0).utf8) }.filter { !$0.isEmpty }
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
        if words.contains(plain) { return true }
        let bytes = Array(plain.utf8)
        return parts.contains { Self.holds(bytes, $0) }
    }

    /// Whether some bytes hold others: a document has many names, and String's search is slow.
    private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        var start = 0
        while start + part.count <= bytes.count {
            var length = 0
            while length < part.count, bytes[start + length] == part[length] { length += 1 }
            if length == part.count { return true }
            start += 1
        }
        return false
    }

    private static func plain(_ name: some StringProtocol) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != "." }
    }
}
