public import VencejoHTTP

/// A sign-in under way: what the browser opens, and what must be remembered until it comes back.
public struct AuthorizationRequest: Sendable, Hashable {
    /// The page at which the person signs in.
    public let url: URI
    public let redirectURI: String
    public let state: String
    public let proof: PKCE
}

extension OAuthClient {
    /// Begins a sign-in by authorization code with PKCE (RFC 6749 §4.1, RFC 7636).
    public func authorizationRequest(
        redirectURI: String
    ) throws(NetworkError) -> AuthorizationRequest {
        guard let endpoint = configuration.authorizationEndpoint else {
            throw Self.refusal(.endpointMissing)
        }
        let state = RandomText.make(random)
        let proof = PKCE(random: random)
        var url =
            endpoint
            .addingQuery("response_type", "code")
            .addingQuery("client_id", configuration.clientID)
            .addingQuery("redirect_uri", redirectURI)
            .addingQuery("state", state)
            .addingQuery("code_challenge", proof.challenge)
            .addingQuery("code_challenge_method", proof.method)
        if let scope { url = url.addingQuery("scope", scope) }
        return AuthorizationRequest(url: url, redirectURI: redirectURI, state: state, proof: proof)
    }

    /// Ends a sign-in with the address to which the browser was sent back.
    ///
    /// Fails with ``OAuthError/stateMismatch`` when it does not belong to the request, and with the
    /// server's own code when it says no (RFC 6749 §4.1.2.1).
    public func token(
        from callback: URI,
        for request: AuthorizationRequest
    ) async throws(NetworkError) -> OAuthToken {
        let fields = PercentEncoding.parsingForm(callback.query ?? "")
        let value = { (name: String) in fields.first { $0.name == name }?.value }
        guard value("state") == request.state else { throw Self.refusal(.stateMismatch) }
        if let error = value("error") {
            throw Self.refusal(OAuthError(code: error, text: value("error_description")))
        }
        guard let code = value("code") else { throw Self.refusal(.stateMismatch) }
        return try await token([
            "grant_type": "authorization_code", "code": code,
            "redirect_uri": request.redirectURI, "code_verifier": request.proof.verifier,
        ])
    }
}
