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

    /// Whether a field of this name holds a secret.
    package static func matches(_ name: HeaderName) -> Bool {
        if credentialFields.contains(name) { return true }
        let text = name.rawValue.lowercased()
        // Those of CORS say who may do what; `Access-Control-Allow-Credentials` is `true`.
        return !text.hasPrefix("access-control-") && (matches(text) || text.hasSuffix("-auth"))
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
