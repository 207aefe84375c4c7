/// What an authorization server gave (RFC 6749 §5.1).
public struct OAuthToken: Sendable, Hashable, Codable {
    public var accessToken: String
    /// What gets the next access token; nil where the person must sign in again.
    public var refreshToken: String?
    /// What may be done, where the server said so.
    public var scope: String?
    /// When the access token ends, in seconds since 1970; nil where nobody said.
    public var expiresAt: Int?

    public init(
        accessToken: String,
        refreshToken: String? = nil,
        scope: String? = nil,
        expiresAt: Int? = nil
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.scope = scope
        self.expiresAt = expiresAt
    }
}

extension OAuthToken: CustomStringConvertible, CustomReflectable {
    /// When it ends, and nothing that could be stolen.
    public var description: String {
        "OAuthToken(expiresAt: \(expiresAt.map(String.init) ?? "unknown"))"
    }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// The answer of a token endpoint, as servers really write it.
struct TokenReply: Decodable, Sendable {
    let token: OAuthToken
    let lifetime: Int?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case scope
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        token = OAuthToken(
            accessToken: try container.decode(String.self, forKey: .accessToken),
            refreshToken: try container.decodeIfPresent(String.self, forKey: .refreshToken),
            scope: try? container.decodeIfPresent(String.self, forKey: .scope)
        )
        // Some servers write the number as text, or with a fraction.
        if let seconds = try? container.decodeIfPresent(Double.self, forKey: .expiresIn) {
            lifetime = Int(exactly: seconds.rounded(.down))
        } else {
            lifetime = (try? container.decodeIfPresent(String.self, forKey: .expiresIn))
                .flatMap { Int($0) }
        }
    }
}

/// That an authorization server said no (RFC 6749 §5.2, §4.1.2.1).
public struct OAuthError: Error, Sendable, Hashable {
    /// The server's word for it, such as `invalid_grant` or `access_denied`.
    public let code: String
    /// For developers, in the server's words.
    public let text: String?

    public init(code: String, text: String? = nil) {
        self.code = code
        self.text = text
    }

    /// There is no token that could be renewed: a person must sign in.
    public static let signInNeeded = OAuthError(code: "vencejo.sign_in_needed")
    /// What came back does not belong to the request that was made (RFC 6749 §10.12).
    public static let stateMismatch = OAuthError(code: "vencejo.state_mismatch")
    /// The configuration lacks the endpoint that this grant needs.
    public static let endpointMissing = OAuthError(code: "vencejo.endpoint_missing")
}

/// The fault of a token endpoint as JSON.
struct OAuthFault: Decodable, Sendable {
    let error: String
    let text: String?

    private enum CodingKeys: String, CodingKey {
        case error
        case text = "error_description"
    }
}
