import Foundation
import TestSupport
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoJSON
import VencejoTesting

/// A case of the public collection `http-auth/pkce.json`.
private struct PKCECase: Decodable {
    let codeVerifier: String
    let codeChallenge: String
    let method: String
}

struct PKCETests {
    @Test(.enabled(if: Conformance.isPresent)) func `a challenge is that of RFC 7636`() throws {
        let data = try Conformance.data("http-auth/pkce.json")
        let cases = try snakeJSON.decode([PKCECase].self, from: [UInt8](data))
        #expect(!cases.isEmpty)
        for given in cases where given.method == "S256" {
            #expect(PKCE(verifier: given.codeVerifier)?.challenge == given.codeChallenge)
        }
    }

    @Test(arguments: [
        "", "short", String(repeating: "a", count: 129), "ñ" + String(repeating: "a", count: 60),
    ])
    func `a verifier that the standard does not allow is refused`(verifier: String) {
        #expect(PKCE(verifier: verifier) == nil)
    }
}

struct OAuthTests {
    private func client(
        _ transport: AnswerTransport,
        clock: TestClock = TestClock(skipsWaits: true),
        secret: String? = "s:e cret",
        configure: (inout OAuthConfiguration) -> Void = { _ in }
    ) throws -> OAuthClient {
        var configuration = OAuthConfiguration(
            clientID: "app",
            clientSecret: secret,
            tokenEndpoint: try #require(URI("https://auth.example.com/token"))
        )
        configure(&configuration)
        var context = CallContext()
        context.time = clock.timeSource
        return OAuthClient(configuration, transport: transport, context: context)
    }

    private func form(_ request: Request?) -> [String: String] {
        let text = String(decoding: request?.body.bytes ?? [], as: UTF8.self)
        return Dictionary(
            PercentEncoding.parsingForm(text).map { ($0.name, $0.value) }
        ) { first, _ in first }
    }

    @Test func `a client gets a token for itself`() async throws {
        let transport = AnswerTransport(
            200,
            #"{"access_token":"a","token_type":"bearer","expires_in":3600}"#
        )
        let token = try await client(transport) { $0.scopes = ["read", "write"] }
            .clientCredentials()
        #expect(token == OAuthToken(accessToken: "a", expiresAt: 1_767_229_200))
        #expect(
            form(transport.requests.first)
                == ["grant_type": "client_credentials", "scope": "read write"]
        )
        // "app:s%3Ae%20cret", each part escaped as a form is.
        #expect(
            transport.requests.first?.headers[.authorization] == "Basic YXBwOnMlM0FlJTIwY3JldA=="
        )
        #expect(!"\(token)".contains("\"a\""))
    }

    @Test(arguments: [#""60""#, "60", "60.9"])
    func `a lifetime is read as servers write it`(text: String) async throws {
        let transport = AnswerTransport(200, #"{"access_token":"a","expires_in":\#(text)}"#)
        #expect(try await client(transport).clientCredentials().expiresAt == 1_767_225_660)
    }

    @Test func `a refusal has the server's code`() async throws {
        let transport = AnswerTransport(
            400,
            #"{"error":"invalid_grant","error_description":"too old"}"#
        )
        let old = OAuthToken(accessToken: "a", refreshToken: "r")
        let oauth = try client(transport)
        let error = await failure { () throws(NetworkError) in try await oauth.refresh(old) }
        #expect(error?.kind == .authenticationExpired)
        #expect(
            error?.underlying as? OAuthError == OAuthError(code: "invalid_grant", text: "too old")
        )
    }

    @Test func `a sign-in by code carries its proof, and another state is refused`()
        async throws
    {
        let transport = AnswerTransport(200, #"{"access_token":"a","refresh_token":"r"}"#)
        let oauth = try client(transport, secret: nil) {
            $0.authorizationEndpoint = URI("https://auth.example.com/authorize?tenant=1")
        }
        let request = try oauth.authorizationRequest(redirectURI: "app://back")
        let query = PercentEncoding.parsingForm(request.url.query ?? "")
        let asked = Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(asked["tenant"] == "1")
        #expect(asked["redirect_uri"] == "app://back")
        #expect(asked["code_challenge"] == request.proof.challenge)
        #expect(asked["code_challenge_method"] == "S256")
        let back = try #require(
            URI("https://app.example.com/back?code=c0de&state=\(request.state)")
        )
        #expect(try await oauth.token(from: back, for: request).refreshToken == "r")
        #expect(
            form(transport.requests.first) == [
                "grant_type": "authorization_code", "code": "c0de", "redirect_uri": "app://back",
                "code_verifier": request.proof.verifier, "client_id": "app",
            ]
        )
        let forged = try #require(URI("https://app.example.com/back?code=c0de&state=forged"))
        let error = await failure { () throws(NetworkError) in
            try await oauth.token(from: forged, for: request)
        }
        #expect(error?.underlying as? OAuthError == .stateMismatch)
        #expect(transport.requests.count == 1)
    }

    @Test func `a device waits as long as the server asks`() async throws {
        let clock = TestClock(skipsWaits: true)
        let answers = Locked(["authorization_pending", "slow_down", "authorization_pending"])
        let transport = AnswerTransport { request throws(NetworkError) in
            let isDevice = request.url.path == "/device"
            let fault = isDevice ? nil : answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            let text =
                isDevice
                ? """
                {"device_code":"d","user_code":"ABCD","verification_uri":"https://v",
                "expires_in":600,"interval":5}
                """ : fault.map { #"{"error":"\#($0)"}"# } ?? #"{"access_token":"a"}"#
            return Response(
                status: fault == nil ? 200 : 400,
                headers: ["Content-Type": "application/json"],
                body: ResponseBody(Array(text.utf8)),
                request: request
            )
        }
        let oauth = try client(transport, clock: clock) {
            $0.deviceEndpoint = URI("https://auth.example.com/device")
        }
        let device = try await oauth.deviceAuthorization()
        #expect(device.userCode == "ABCD")
        #expect(try await oauth.token(for: device).accessToken == "a")
        #expect(clock.now.offset == .seconds(5 + 5 + 10 + 10))
    }
}

struct OAuthTokenSourceTests {
    /// An API and its authorization server in one.
    private final class Service: Sendable {
        private struct State: Sendable {
            var number = 0
            var accepted: Set<String> = []
            var refreshes = 0
            var refusesRenewals = false
            var refusesTokens = false
            var sent: [String?] = []
        }

        private let state = Locked(State())

        var refreshes: Int { state.withLock { $0.refreshes } }
        var sent: [String?] { state.withLock { $0.sent } }

        func change(refusesRenewals: Bool = false, refusesTokens: Bool = false) {
            state.withLock {
                $0.refusesRenewals = refusesRenewals
                $0.refusesTokens = refusesTokens
                $0.accepted = []
            }
        }

        func answer(_ request: Request) -> Response {
            let (status, text) = state.withLock { state -> (HTTPStatus, String) in
                guard request.url.path == "/token" else {
                    let sent = request.headers[.authorization]
                    state.sent.append(sent)
                    let isGood = state.accepted.contains(sent ?? "") && !state.refusesTokens
                    return isGood ? (200, "{}") : (401, "{}")
                }
                state.refreshes += 1
                if state.refusesRenewals { return (400, #"{"error":"invalid_grant"}"#) }
                state.number += 1
                state.accepted.insert("Bearer t\(state.number)")
                return (
                    200,
                    #"{"access_token":"t\#(state.number)","refresh_token":"r","expires_in":300}"#
                )
            }
            return Response(
                status: status,
                headers: ["Content-Type": "application/json"],
                body: ResponseBody(Array(text.utf8)),
                request: request
            )
        }
    }

    private struct Parts {
        let api: APIClient
        let service: Service
        let clock: TestClock
        let store: MemoryTokenStore
    }

    private func parts(_ token: OAuthToken?) throws -> Parts {
        let service = Service()
        let clock = TestClock(skipsWaits: true)
        let transport = AnswerTransport { service.answer($0) }
        let store = MemoryTokenStore(token)
        var context = CallContext()
        context.time = clock.timeSource
        let oauth = OAuthClient(
            OAuthConfiguration(
                clientID: "app",
                tokenEndpoint: try #require(URI("https://api.example.com/token"))
            ),
            transport: transport,
            context: context
        )
        let api = client(
            transport,
            pipeline: [.authenticate(.bearer(oauth.tokens(in: store)))]
        ) { [context] in $0.context = context }
        return Parts(api: api, service: service, clock: clock, store: store)
    }

    @Test func `a token that ends soon is renewed before anybody refuses it`() async throws {
        let parts = try parts(
            OAuthToken(accessToken: "old", refreshToken: "r", expiresAt: 1_767_225_610)
        )
        _ = try await parts.api.get("x") as Response
        _ = try await parts.api.get("x") as Response
        #expect(parts.service.sent == ["Bearer t1", "Bearer t1"])
        parts.clock.advance(by: .seconds(271))
        _ = try await parts.api.get("x") as Response
        #expect(parts.service.sent.last == "Bearer t2")
        #expect(parts.service.refreshes == 2)
        #expect(try await parts.store.load()?.accessToken == "t2")
    }

    @Test func `fifty calls refused at once cause one renewal and one replay each`() async throws {
        let parts = try parts(OAuthToken(accessToken: "old", refreshToken: "r"))
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<50 {
                group.addTask { (try? await parts.api.get("x") as Response)?.status.code }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 50))
        #expect(parts.service.refreshes == 1)
        #expect(parts.service.sent.count <= 100)
    }

    @Test func `a renewal that is refused fails each call once, and none is replayed`()
        async throws
    {
        let parts = try parts(OAuthToken(accessToken: "old", refreshToken: "r"))
        parts.service.change(refusesRenewals: true)
        let kinds = await withTaskGroup(of: NetworkError.Kind?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await failure { () throws(NetworkError) in
                        try await parts.api.get("x") as Response
                    }?.kind
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kinds == Array(repeating: .authenticationExpired, count: 20))
        #expect(parts.service.sent.count <= 20)
    }

    @Test func `without a refresh token a person must sign in`() async throws {
        let parts = try parts(nil)
        let error = await failure { () throws(NetworkError) in
            try await parts.api.get("x") as Response
        }
        #expect(error?.kind == .authenticationExpired)
        #expect(error?.underlying as? OAuthError == .signInNeeded)
        #expect(parts.service.sent.isEmpty)
    }

    @Test func `a storm of renewals is cut off, and ends`() async throws {
        let parts = try parts(OAuthToken(accessToken: "old", refreshToken: "r"))
        parts.service.change(refusesTokens: true)
        for _ in 0..<20 {
            _ = await failure { () throws(NetworkError) in
                try await parts.api.get("x") as Response
            }
        }
        // The token kept counts as the first that was refused.
        #expect(parts.service.refreshes == 2)
        parts.service.change()
        parts.clock.advance(by: .seconds(31))
        _ = try await parts.api.get("x") as Response
        #expect(parts.service.refreshes == 3)
    }
}

struct FileTokenStoreTests {
    @Test func `a token is kept for its owner alone, replaced whole, and forgotten`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "tokens-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "token.json").path
        let store = FileTokenStore(path: path)
        #expect(try await store.load() == nil)
        for name in ["a", "b"] {
            let token = OAuthToken(accessToken: name, refreshToken: "r", expiresAt: 5)
            try await store.save(token)
            #expect(try await store.load() == token)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        try await store.save(nil)
        try await store.save(nil)
        #expect(try await store.load() == nil)
        let nowhere = FileTokenStore(path: folder.path + "/none/token")
        let error = await failure { () throws(NetworkError) in
            try await nowhere.save(OAuthToken(accessToken: "a"))
        }
        #expect(error?.kind == .other)
        let said = error?.underlying as? FileTokenStore.Failure
        #expect(said?.number == ENOENT)
        #expect(said?.description == "open: No such file or directory")
    }

    @Test func `a file that holds no token says so, and whose call it failed`() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "token-\(UInt64.random(in: 0 ... .max))").path
        try Data("{}".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let oauth = OAuthClient(
            OAuthConfiguration(clientID: "app", tokenEndpoint: try #require(URI("https://a.com"))),
            transport: AnswerTransport()
        )
        let tokens = oauth.tokens(in: FileTokenStore(path: path))
        let api = client(AnswerTransport(), pipeline: [.authenticate(.bearer(tokens))])
        let error = await failure { () throws(NetworkError) in try await api.get("x") as Response }
        #expect(error?.kind == .other)
        #expect((error?.underlying as? JSONError) != nil)
        #expect(error?.request?.url.path == "/v1/x")
    }
}
