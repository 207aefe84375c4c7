public import VencejoHTTP

/// What proves who is asking, and where it is written.
public struct Credential: Sendable {
    /// Gives the token of the moment; it may ask somebody for it.
    public typealias Provider = @Sendable () async throws -> String

    enum Form: Sendable {
        case bearer(Provider)
        case tokens(TokenSource)
        case basic(user: String, password: String)
        case digest(DigestCredentials)
        case header(HeaderName, String)
        case query(String, String)
    }

    let form: Form

    /// A bearer token (RFC 6750 §2.1).
    public static func bearer(_ token: String) -> Credential {
        Credential(form: .bearer({ token }))
    }

    /// A bearer token that is asked for before each request.
    public static func bearer(_ provider: @escaping Provider) -> Credential {
        Credential(form: .bearer(provider))
    }

    /// A bearer token that is renewed when a server refuses it.
    public static func bearer(_ tokens: TokenSource) -> Credential {
        Credential(form: .tokens(tokens))
    }

    /// A user and a password (RFC 7617), in UTF-8.
    public static func basic(_ user: String, _ password: String) -> Credential {
        Credential(form: .basic(user: user, password: password))
    }

    /// A user and a password that never go over the wire (RFC 7616): SHA-256, SHA-512/256 and MD5.
    ///
    /// The first call to a server is refused and answers its challenge; later ones bring the proof
    /// along. `auth-int`, where a server asks for no less, covers bodies in memory.
    public static func digest(_ user: String, _ password: String) -> Credential {
        Credential(form: .digest(DigestCredentials(user: user, password: password)))
    }

    /// A key in a field of its own.
    public static func apiKey(header name: HeaderName, value: String) -> Credential {
        Credential(form: .header(name, value))
    }

    /// A key in the query; prefer a field, for addresses end up in logs.
    public static func apiKey(query name: String, value: String) -> Credential {
        Credential(form: .query(name, value))
    }
}

extension Credential {
    var scheme: AuthenticationNeed.Scheme {
        switch form {
        case .bearer, .tokens: .bearer
        case .basic: .basic
        case .digest: .digest
        case .header, .query: .apiKey
        }
    }
}

/// The value of `Authorization` for a user and a password (RFC 7617).
package enum BasicCredentials {
    /// `nil` where the scheme cannot carry them: a colon in the user, a control character.
    package static func authorization(user: String, password: String) -> String? {
        let isControl = { (byte: UInt8) in byte < 0x20 || byte == 0x7F }
        guard !user.utf8.contains(UInt8(ascii: ":")), !user.utf8.contains(where: isControl),
            !password.utf8.contains(where: isControl)
        else { return nil }
        return "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
    }
}
