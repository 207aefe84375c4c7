#if os(Linux)
import Foundation
import Testing
import Vencejo
import VencejoTesting

/// `Servers/oauth_server.py`: an authorization server made of Authlib, and an API behind it.
private enum AuthlibServer {
    static let python = PeerPython.having("authlib, flask")

    /// Runs the server, and gives its address.
    static func run(_ body: (String) async throws -> Void) async throws {
        let (peer, port) = try await PeerPython.serve(
            try #require(python),
            "oauth_server.py"
        )
        try await body("http://127.0.0.1:\(port)")
        withExtendedLifetime(peer) {}
    }
}

extension InteropTests {
    private struct Me: Decodable, Sendable, Hashable {
        let user: String?
        let client: String
    }

    private func oauth(
        _ url: String,
        _ id: String,
        secret: String? = nil,
        scopes: [String] = ["read"],
        context: CallContext = CallContext()
    ) throws -> OAuthClient {
        var configuration = OAuthConfiguration(
            clientID: id,
            clientSecret: secret,
            tokenEndpoint: try #require(URI(url + "/token"))
        )
        configuration.authorizationEndpoint = URI(url + "/authorize")
        configuration.deviceEndpoint = URI(url + "/device")
        configuration.scopes = scopes
        return OAuthClient(configuration, transport: EngineTransport(), context: context)
    }

    @Test(.enabled(if: AuthlibServer.python != nil, "Authlib is absent: Scripts/setup tests"))
    func `Authlib gives a service a token for its secret, in both places`() async throws {
        try await AuthlibServer.run { url in
            for place in [OAuthConfiguration.ClientAuthentication.basic, .form] {
                var configuration = OAuthConfiguration(
                    clientID: "service",
                    clientSecret: "s:e c+r",
                    tokenEndpoint: try #require(URI(url + "/token"))
                )
                configuration.clientAuthentication = place
                configuration.scopes = ["read"]
                let oauth = OAuthClient(configuration, transport: EngineTransport())
                let token = try await oauth.clientCredentials()
                let api = APIClient(
                    baseURL: url,
                    pipeline: [.authenticate(.bearer(token.accessToken))]
                )
                let me: Me = try await api.get("me")
                #expect(me == Me(user: nil, client: "service"))
            }
            let wrong = try oauth(url, "service", secret: "wrong")
            let error = await #expect(throws: NetworkError.self) {
                try await wrong.clientCredentials()
            }
            #expect(error?.kind == .authenticationExpired)
            #expect((error?.underlying as? OAuthError)?.code == "invalid_client")
        }
    }

    @Test(.enabled(if: AuthlibServer.python != nil, "Authlib is absent: Scripts/setup tests"))
    func `Authlib takes the code with its proof, and renews once for many refusals`() async throws {
        try await AuthlibServer.run { url in
            let oauth = try oauth(url, "app")
            let request = try oauth.authorizationRequest(redirectURI: "app://signed-in")
            let callback = try await sentBack(by: request.url)
            let token = try await oauth.token(from: callback, for: request)
            // A code is good once.
            let again = await #expect(throws: NetworkError.self) {
                try await oauth.token(from: callback, for: request)
            }
            #expect((again?.underlying as? OAuthError)?.code == "invalid_grant")

            let store = MemoryTokenStore(token)
            let api = APIClient(
                baseURL: url,
                pipeline: [.authenticate(.bearer(oauth.tokens(in: store)))]
            )
            let me: Me = try await api.get("me")
            #expect(me == Me(user: "ada", client: "app"))
            _ = try await APIClient(baseURL: url).post("revoke-all") as Response
            try await withThrowingTaskGroup(of: Me.self) { group in
                for _ in 0..<20 { group.addTask { try await api.get("me") } }
                for try await found in group { #expect(found == me) }
            }
            // Authlib gives each refresh token once: another renewal would have been refused.
            let renewed = try await store.load()
            #expect(renewed?.refreshToken != nil && renewed?.refreshToken != token.refreshToken)
        }
    }

    @Test(.enabled(if: AuthlibServer.python != nil, "Authlib is absent: Scripts/setup tests"))
    func `Authlib refuses a code with another proof, and a refresh token that was used`()
        async throws
    {
        try await AuthlibServer.run { url in
            let oauth = try oauth(url, "app")
            let (first, second) = (
                try oauth.authorizationRequest(redirectURI: "app://signed-in"),
                try oauth.authorizationRequest(redirectURI: "app://signed-in")
            )
            // Somebody else's code, brought back with one's own state.
            let text = try await sentBack(by: first.url).description
            let stolen = try #require(URI(text.replacing(first.state, with: second.state)))
            let refused = await #expect(throws: NetworkError.self) {
                try await oauth.token(from: stolen, for: second)
            }
            #expect((refused?.underlying as? OAuthError)?.code == "invalid_grant")

            let token = try await oauth.token(from: try await sentBack(by: second.url), for: second)
            _ = try await oauth.refresh(token)
            let used = await #expect(throws: NetworkError.self) { try await oauth.refresh(token) }
            #expect(used?.kind == .authenticationExpired)
            #expect((used?.underlying as? OAuthError)?.code == "invalid_grant")
        }
    }

    @Test(.enabled(if: AuthlibServer.python != nil, "Authlib is absent: Scripts/setup tests"))
    func `Authlib signs a device in after being asked more slowly, or says no`() async throws {
        try await AuthlibServer.run { url in
            let clock = TestClock(skipsWaits: true)
            var context = CallContext()
            context.time = clock.timeSource
            let oauth = try oauth(url, "app", context: context)
            let token = try await oauth.token(for: try await oauth.deviceAuthorization())
            // 5 s, then `slow_down`: 10 s each for `authorization_pending` and the token.
            #expect(clock.now.offset == .seconds(25))
            let api = APIClient(
                baseURL: url,
                pipeline: [.authenticate(.bearer(token.accessToken))]
            )
            let me: Me = try await api.get("me")
            #expect(me == Me(user: "ada", client: "app"))

            let denied = try self.oauth(url, "app", scopes: ["write"], context: context)
            let device = try await denied.deviceAuthorization()
            let error = await #expect(throws: NetworkError.self) {
                try await denied.token(for: device)
            }
            #expect((error?.underlying as? OAuthError)?.code == "access_denied")
        }
    }

    /// Where the sign-in page sends the browser.
    private func sentBack(by url: URI) async throws -> URI {
        let transport = EngineTransport()
        let page = try await transport.send(Request(.get, url))
        #expect(page.status == 302)
        return try #require(page.headers["Location"].flatMap { URI($0) })
    }
}
#endif
