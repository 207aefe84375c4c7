package import VencejoHTTP
import VencejoJSON

/// Names behind which secrets are kept: fields, query parameters, members of a body.
package enum SensitiveName {
    /// Fields that prove who is asking.
    package static let credentialFields: Set<HeaderName> = [
        .authorization, .cookie, .proxyAuthorization, "Cookie2",
    ]

    /// Whether a query parameter or a member of this name holds a secret.
    package static func matches(_ name: some StringProtocol) -> Bool {
        SecretNames.usual.matches(name)
    }

    /// Whether a field of this name holds a secret: the one decision for what is shown, for what
    /// follows a redirect to another origin, and for whose answers a cache keeps.
    ///
    /// Secret are the names that are secret anywhere, those whose last word ends in `key`, and those
    /// with a word such as `session` or `csrf`; not what only looks like that (``plainFields``).
    package static func matches(_ name: HeaderName) -> Bool {
        if credentialFields.contains(name) { return true }
        let text = name.rawValue.lowercased()
        // Those of CORS say who may do what; `Access-Control-Allow-Credentials` is `true`.
        if text.hasPrefix("access-control-") || plainFields.contains(name) { return false }
        if matches(text) { return true }
        let words = text.split { "-_.".contains($0) }
        return words.last?.hasSuffix("key") ?? false || !tellingWords.isDisjoint(with: words)
    }

    /// Words of which one in the name of a field is enough.
    private static let tellingWords: Set<Substring> = [
        "auth", "csrf", "xsrf", "session", "sessionid", "sid", "passcode", "pwd", "otp",
    ]

    /// Fields that prove nothing, whatever their names remind of.
    private static let plainFields: Set<HeaderName> = [
        "Idempotency-Key", "X-Idempotency-Key", "Sec-WebSocket-Key", "Surrogate-Key", "Cache-Key",
        "X-Cache-Key",
    ]
}

extension Request {
    /// Takes away what proves who is asking, for an address of another origin.
    ///
    /// `Host` goes too: it names the origin that was left.
    ///
    /// - Parameter kept: Fields of the caller's that stay although they look like credentials.
    package mutating func removeCredentials(keeping kept: Set<HeaderName> = []) {
        for field in headers where SensitiveName.matches(field.name) && !kept.contains(field.name) {
            headers.remove(field.name)
        }
        for name in credentialFields { headers.remove(name) }
        credentialFields = []
        credentialQuery = [:]
        headers.remove(.host)
    }
}
