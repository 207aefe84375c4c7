package import VencejoHTTP

/// Names behind which secrets are kept: fields, query parameters, members of a body.
package enum SensitiveName {
    /// Fields that prove who is asking.
    package static let credentialFields: Set<HeaderName> = [
        .authorization, .cookie, .proxyAuthorization, "Cookie2",
    ]

    private static let parts = [
        "password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey",
        "privatekey", "credential", "authorization", "cookie", "jwt", "signature",
    ]
    private static let words: Set<String> = ["pwd", "pass", "pin", "auth", "sig", "key"]

    /// Whether a query parameter or a member of this name holds a secret.
    package static func matches(_ name: some StringProtocol) -> Bool {
        let plain = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != "." }
        return words.contains(plain) || parts.contains { plain.contains($0) }
    }

    /// Whether a field of this name holds a secret.
    package static func matches(_ name: HeaderName) -> Bool {
        credentialFields.contains(name) || matches(name.rawValue)
            || name.rawValue.lowercased().hasSuffix("-auth")
    }
}

extension Request {
    /// Takes away what proves who is asking, for an address of another origin.
    ///
    /// `Host` goes too: it names the origin that was left.
    package mutating func removeCredentials() {
        for field in headers where SensitiveName.matches(field.name) {
            headers.remove(field.name)
        }
        for name in credentialFields { headers.remove(name) }
        credentialFields = []
        credentialQuery = [:]
        headers.remove(.host)
    }
}
