/// What a person types on another machine to sign a device in (RFC 8628 §3.2).
public struct DeviceAuthorization: Sendable, Hashable, Decodable {
    /// The short code to type.
    public let userCode: String
    /// Where to type it.
    public let verificationURI: String
    /// The same with the code in it, for a picture code.
    public let completeURI: String?
    /// The time that the code holds, in seconds.
    public let expiresIn: Int
    let deviceCode: String
    let interval: Int?

    private enum CodingKeys: String, CodingKey {
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case completeURI = "verification_uri_complete"
        case expiresIn = "expires_in"
        case deviceCode = "device_code"
        case interval
    }
}

extension OAuthClient {
    /// Asks for a code that a person types elsewhere (RFC 8628 §3.1).
    public func deviceAuthorization() async throws(NetworkError) -> DeviceAuthorization {
        guard let endpoint = configuration.deviceEndpoint else {
            throw Self.refusal(.endpointMissing)
        }
        return try await ask(endpoint, ["client_id": configuration.clientID, "scope": scope])
    }

    /// Waits until the person has signed in, asking as often as the server allows (§3.5).
    public func token(
        for device: DeviceAuthorization
    ) async throws(NetworkError) -> OAuthToken {
        var interval = Duration.seconds(max(1, device.interval ?? 5))
        let end = time.now + .seconds(max(0, device.expiresIn))
        while true {
            try await time.sleep(for: interval)
            do throws(NetworkError) {
                return try await token([
                    "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                    "device_code": device.deviceCode, "client_id": configuration.clientID,
                ])
            } catch {
                switch (error.underlying as? OAuthError)?.code {
                case "authorization_pending": break
                case "slow_down": interval += .seconds(5)
                default: throw error
                }
            }
            guard time.now < end else {
                throw Self.refusal(OAuthError(code: "expired_token"))
            }
        }
    }
}
