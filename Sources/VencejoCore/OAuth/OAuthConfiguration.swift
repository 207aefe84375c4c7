public import VencejoHTTP

/// Where an authorization server lives, and who asks it (RFC 6749 §2, §3).
public struct OAuthConfiguration: Sendable {
    /// How the client shows who it is at the token endpoint (RFC 6749 §2.3.1).
    public enum ClientAuthentication: Sendable, Hashable {
        /// By HTTP Basic.
        case basic
        /// In the form that is sent.
        case form
    }

    public var clientID: String
    /// The client's secret; nil for an app, which cannot keep one.
    public var clientSecret: String?
    public var clientAuthentication = ClientAuthentication.basic
    public var tokenEndpoint: URI
    /// Where a person signs in; needed for the authorization code.
    public var authorizationEndpoint: URI?
    /// Where a device asks for its code (RFC 8628).
    public var deviceEndpoint: URI?
    /// What is asked for; the server's default where empty.
    public var scopes: [String] = []

    public init(clientID: String, clientSecret: String? = nil, tokenEndpoint: URI) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.tokenEndpoint = tokenEndpoint
    }
}
