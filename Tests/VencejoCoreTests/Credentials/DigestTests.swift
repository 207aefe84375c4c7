import TestSupport
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoJSON
import VencejoTesting

/// Names in the collections are written in snake case.
let snakeJSON: JSON = {
    var json = JSON()
    json.keys = .snakeCase
    return json
}()

/// A case of the public collection `http-auth/digest.json`.
struct DigestCase: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let algorithm: String
    let user: String
    let password: String
    let realm: String
    let nonce: String
    let cnonce: String
    let nc: String
    let qop: String
    let uri: String
    let method: String
    let body: String?
    let response: String
    let usernameHash: String?

    var testDescription: String { name }

    static let all: [DigestCase] = {
        guard let data = try? Conformance.data("http-auth/digest.json") else { return [] }
        return (try? snakeJSON.decode([DigestCase].self, from: [UInt8](data))) ?? []
    }()
}

struct DigestAnswerTests {
    @Test(.enabled(if: Conformance.isPresent), arguments: DigestCase.all)
    func `an answer is that of the standard`(given: DigestCase) throws {
        var parameters = [
            "realm": given.realm, "nonce": given.nonce, "algorithm": given.algorithm,
            "qop": given.qop,
        ]
        if given.usernameHash != nil { parameters["userhash"] = "true" }
        let challenge = try #require(
            DigestChallenge(AuthenticationChallenge(scheme: "Digest", parameters: parameters))
        )
        let answer = DigestAnswer(
            to: challenge,
            user: given.user,
            password: given.password,
            count: try #require(Int(given.nc, radix: 16)),
            clientNonce: given.cnonce
        )
        let body = given.body.map { Array($0.utf8) }
        #expect(
            answer.response(method: given.method, target: given.uri, body: body) == given.response
        )
        if let hash = given.usernameHash { #expect(answer.userHash == hash) }
    }

    @Test func `the collection was read`() throws {
        guard Conformance.isPresent else { return }
        #expect(DigestCase.all.count >= 7)
    }

    @Test(arguments: [
        ["realm": "r"], ["nonce": "n"], ["realm": "r", "nonce": "n", "algorithm": "SHA-3"],
        ["realm": "r", "nonce": "n", "qop": "auth-conf"],
    ]) func `a challenge that cannot be answered is none`(parameters: [String: String]) {
        #expect(
            DigestChallenge(AuthenticationChallenge(scheme: "digest", parameters: parameters))
                == nil
        )
    }

    @Test func `the first challenge that can be answered counts, and quotes are kept`() throws {
        let headers: Headers = [
            "WWW-Authenticate": #"Digest realm="a", nonce="1", algorithm=SHA-999, Basic realm="b""#,
            "WWW-Authenticate": #"Digest realm="c\"d", nonce="2", qop="auth-int, auth""#,
        ]
        let challenge = try #require(DigestChallenge.first(in: headers, .wwwAuthenticate))
        #expect(challenge.realm == "c\"d")
        #expect(challenge.protection == .auth)
        let answer = DigestAnswer(
            to: challenge,
            user: "Jäsøn",
            password: "p",
            count: 1,
            clientNonce: "x"
        )
        let text = try #require(answer.authorization(method: "GET", target: "/", body: []))
        #expect(text.contains(#"realm="c\"d""#))
        #expect(text.contains("username*=UTF-8''J%C3%A4s%C3%B8n"))
        #expect(text.contains("nc=00000001"))
    }
}

struct DigestAuthenticationTests {
    /// A server that accepts each nonce so many times and knows one password.
    private final class Server: Sendable {
        private let state = Locked((nonce: 1, uses: 0))
        let uses: Int

        init(uses: Int) {
            self.uses = uses
        }

        func answer(_ request: Request) -> Response {
            state.withLock { state in
                let sent = request.headers[.authorization] ?? ""
                let isKnown = sent.contains("nonce=\"n\(state.nonce)\"")
                if isKnown { state.uses += 1 }
                let expected = state.uses
                if isKnown, state.uses <= uses,
                    sent.contains("nc=0000000\(expected)"), sent.hasPrefix("Digest ")
                {
                    return Response(status: 200, request: request)
                }
                let isStale = sent.contains("nonce=")
                if isStale { state = (state.nonce + 1, 0) }
                return Response(
                    status: 401,
                    headers: [
                        "WWW-Authenticate":
                            "Digest realm=\"r\", nonce=\"n\(state.nonce)\", qop=\"auth\""
                            + (isStale ? ", stale=true" : "")
                    ],
                    request: request
                )
            }
        }
    }

    @Test func `the first call answers a challenge, the next ones bring the proof along`()
        async throws
    {
        let server = Server(uses: 3)
        let transport = AnswerTransport { server.answer($0) }
        let api = client(transport, pipeline: [.authenticate(.digest("ada", "secret"))])
        for _ in 0..<4 { _ = try await api.get("x") as Response }
        // One refusal at first, and one when the nonce had grown old.
        #expect(transport.requests.count == 6)
        #expect(!transport.requests.contains { "\($0.headers)".contains("secret") })
    }

    @Test func `a wrong password is tried once`() async throws {
        let transport = AnswerTransport(
            401,
            headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#]
        )
        let api = client(transport, pipeline: [.authenticate(.digest("ada", "wrong"))])
        let error = await failure { () throws(NetworkError) in
            try await api.get("x") as Response
        }
        #expect(error?.kind == .status(401))
        #expect(transport.requests.count == 2)
    }

    @Test func `a password never goes to another origin`() async throws {
        let transport = AnswerTransport(
            401,
            headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n""#]
        )
        let api = client(transport, pipeline: [.authenticate(.digest("ada", "secret"))])
        _ = await failure { () throws(NetworkError) in
            try await api.get("https://other.example.com/") as Response
        }
        #expect(transport.requests.count == 1)
    }
}

struct AuthenticationNeedTests {
    private struct Public: Endpoint {
        var path: Path { "public" }
        var authentication: AuthenticationNeed { .none }
    }

    private struct Keyed: Endpoint {
        var path: Path { "keyed" }
        var authentication: AuthenticationNeed { .apiKey }
    }

    private struct Usual: Endpoint {
        var path: Path { "usual" }
    }

    @Test func `an endpoint carries what it needs and nothing else`() async throws {
        let transport = AnswerTransport(200)
        let api = client(
            transport,
            pipeline: [
                .authenticate(.bearer("t")), .authenticate(.apiKey(header: "X-Key", value: "k")),
            ]
        )
        _ = try await api.request(Public()) as Response
        _ = try await api.request(Keyed()) as Response
        _ = try await api.request(Usual()) as Response
        let sent = transport.requests.map { [$0.headers[.authorization], $0.headers["X-Key"]] }
        #expect(sent == [[nil, nil], [nil, "k"], ["Bearer t", "k"]])
    }
}
