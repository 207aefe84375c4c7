/// What an endpoint needs to be shown.
public struct AuthenticationNeed: Sendable, Hashable {
    enum Scheme: Sendable, Hashable {
        case bearer
        case basic
        case digest
        case apiKey
    }

    /// The schemes that are sent; nil for all that the client has.
    let schemes: Set<Scheme>?

    /// Whatever credentials the client has; what an endpoint that says nothing gets.
    public static let any = AuthenticationNeed(schemes: nil)
    /// None: a public endpoint never carries a credential.
    public static let none = AuthenticationNeed(schemes: [])
    /// A bearer token, and no other credential.
    public static let bearer = AuthenticationNeed(schemes: [.bearer])
    /// A user and a password, by Basic or Digest, and no other credential.
    public static let password = AuthenticationNeed(schemes: [.basic, .digest])
    /// A key, in a field or in the query, and no other credential.
    public static let apiKey = AuthenticationNeed(schemes: [.apiKey])

    func accepts(_ credential: Credential) -> Bool {
        guard let schemes else { return true }
        return schemes.contains(credential.scheme)
    }
}

extension CallContext {
    /// The credentials that a call may carry; all that the client has by default.
    public var authentication: AuthenticationNeed {
        get { self[AuthenticationNeedKey.self] }
        set { self[AuthenticationNeedKey.self] = newValue }
    }
}

private enum AuthenticationNeedKey: CallContextKey {
    static let defaultValue = AuthenticationNeed.any
}
