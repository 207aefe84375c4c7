import VencejoConcurrency

/// Where a token lives between two starts of a program.
///
/// What a store's own means say no to is `.other`, with their error below it: see
/// ``NetworkError/init(wrapping:request:)``.
public protocol TokenStore: Sendable {
    /// The token kept, nil where there is none.
    func load() async throws(NetworkError) -> OAuthToken?

    /// Keeps a token in place of the one before; nil keeps none.
    func save(_ token: OAuthToken?) async throws(NetworkError)
}

/// A token that is gone when the program ends.
public final class MemoryTokenStore: TokenStore {
    private let token: Locked<OAuthToken?>

    public init(_ token: OAuthToken? = nil) {
        self.token = Locked(token)
    }

    public func load() async throws(NetworkError) -> OAuthToken? {
        token.withLock { $0 }
    }

    public func save(_ token: OAuthToken?) async throws(NetworkError) {
        self.token.withLock { $0 = token }
    }
}

extension OAuthClient {
    /// A source of tokens for ``Credential/bearer(_:)-(TokenSource)`` that keeps them in a store.
    ///
    /// A token is renewed shortly before its end and when a server refuses it: by its refresh
    /// token, else by the client's own credentials where it has a secret. Without either the calls
    /// fail with `.authenticationExpired` and ``OAuthError/signInNeeded``.
    public func tokens(in store: some TokenStore) -> TokenSource {
        TokenSource(nil, time: time) { refused in
            let kept = try await store.load()
            let now = time.secondsSince1970
            // Another process may have renewed it meanwhile.
            if let kept, kept.accessToken != refused, kept.expiresAt ?? .max > now + 30 {
                return AccessToken(kept.accessToken, lifetime: lifetime(of: kept))
            }
            let fresh: OAuthToken
            if let kept, kept.refreshToken != nil {
                fresh = try await refresh(kept)
            } else if configuration.clientSecret != nil {
                fresh = try await clientCredentials()
            } else {
                throw OAuthError.signInNeeded
            }
            try await store.save(fresh)
            return AccessToken(fresh.accessToken, lifetime: lifetime(of: fresh))
        }
    }

    private func lifetime(of token: OAuthToken) -> Duration? {
        // No calendar reaches further than a century, and no duration may overflow.
        token.expiresAt.map { end in
            .seconds(min(max(0, end.subtractingClamped(time.secondsSince1970)), 3_155_760_000))
        }
    }
}

extension Int {
    fileprivate func subtractingClamped(_ other: Int) -> Int {
        let (difference, isTooFar) = subtractingReportingOverflow(other)
        return isTooFar ? (self < 0 ? .min : .max) : difference
    }
}
