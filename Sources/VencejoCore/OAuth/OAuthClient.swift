import VencejoHTTP
import VencejoJSON

/// A client of an authorization server (RFC 6749): it gets tokens, and renews them.
///
///     let oauth = OAuthClient(configuration, transport: transport)
///     let api = APIClient(
///         baseURL: url,
///         pipeline: [.authenticate(.bearer(oauth.tokens(in: FileTokenStore(path: path))))],
///         transport: transport
///     )
///
/// Its own calls go through no pipeline: a renewal is never renewed, logged or retried by accident.
/// A server that says no is an ``OAuthError`` below `.authenticationExpired`.
public struct OAuthClient: Sendable {
    public let configuration: OAuthConfiguration
    let api: APIClient

    /// A client over a transport.
    ///
    /// The context's time decides when tokens end; its chance makes `state` and PKCE.
    public init(
        _ configuration: OAuthConfiguration,
        transport: some Transport,
        context: CallContext = CallContext()
    ) {
        self.configuration = configuration
        api = APIClient(baseURL: configuration.tokenEndpoint, transport: transport) {
            $0.context = context
            $0.acceptedStatuses = .all
        }
    }

    var time: TimeSource { api.configuration.context.time }
    var random: @Sendable () -> UInt64 { api.configuration.context.random }

    /// A token for the client itself (RFC 6749 §4.4).
    public func clientCredentials() async throws(NetworkError) -> OAuthToken {
        try await token(["grant_type": "client_credentials", "scope": scope])
    }

    /// The next token in place of one (RFC 6749 §6); the refresh token stays unless a new one came.
    public func refresh(_ token: OAuthToken) async throws(NetworkError) -> OAuthToken {
        guard let refreshToken = token.refreshToken else { throw Self.refusal(.signInNeeded) }
        var fresh = try await self.token([
            "grant_type": "refresh_token", "refresh_token": refreshToken,
        ])
        if fresh.refreshToken == nil { fresh.refreshToken = refreshToken }
        return fresh
    }

    var scope: String? {
        configuration.scopes.isEmpty ? nil : configuration.scopes.joined(separator: " ")
    }

    /// Asks the token endpoint.
    func token(_ fields: KeyValuePairs<String, String?>) async throws(NetworkError) -> OAuthToken {
        let reply: TokenReply = try await ask(configuration.tokenEndpoint, fields)
        var token = reply.token
        token.expiresAt = reply.lifetime.map { time.secondsSince1970.addingClamped($0) }
        return token
    }

    /// Posts a form with the client's credentials and reads the answer.
    func ask<Reply: Decodable & Sendable>(
        _ endpoint: URI,
        _ fields: KeyValuePairs<String, String?>
    ) async throws(NetworkError) -> Reply {
        var form = fields.compactMap { field in field.value.map { (field.key, $0) } }
        var headers: Headers = ["Accept": "application/json"]
        if let secret = configuration.clientSecret,
            configuration.clientAuthentication == .basic
        {
            // RFC 6749 §2.3.1: both are written as form fields are, before Basic puts them together.
            headers[.authorization] = BasicCredentials.authorization(
                user: Self.escaped(configuration.clientID),
                password: Self.escaped(secret)
            )
        } else {
            form.append(("client_id", configuration.clientID))
            if let secret = configuration.clientSecret { form.append(("client_secret", secret)) }
        }
        let text = PercentEncoding.form(form.map { (name: $0.0, value: $0.1) })
        let request = try api.makeRequest(
            .post,
            Path(endpoint.description),
            body: .text(text, contentType: "application/x-www-form-urlencoded"),
            headers: headers
        )
        let response = try await api.perform(request)
        if 200...299 ~= response.status.code { return try response.decode(Reply.self) }
        guard let fault = try? response.decode(OAuthFault.self) else {
            throw NetworkError(
                .status(response.status),
                request: response.request,
                response: response
            )
        }
        throw Self.refusal(OAuthError(code: fault.error, text: fault.text), response)
    }

    /// A form's component with `%20` for a blank: not every server reads `+` as one here.
    private static func escaped(_ text: String) -> String {
        PercentEncoding.formComponent(text).split(separator: "+", omittingEmptySubsequences: false)
            .joined(separator: "%20")
    }

    static func refusal(_ error: OAuthError, _ response: Response? = nil) -> NetworkError {
        NetworkError(
            .authenticationExpired,
            request: response?.request,
            response: response,
            underlying: error
        )
    }
}

extension Int {
    /// The sum, or the largest number where there is none.
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
