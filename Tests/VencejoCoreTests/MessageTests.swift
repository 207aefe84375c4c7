import Testing
import VencejoCore
import VencejoHTTP

@Suite struct MessageTests {
    @Test(
        arguments: [
            (.noConnection(.refused), "No connection", "No hay conexión"),
            (
                .status(404), "The server answered with code 404",
                "El servidor respondió con el código 404"
            ),
            (.cancelled, "", ""),
        ] as [(NetworkError.Kind, String, String)]
    )
    func `D2 messages for a person in two languages`(
        kind: NetworkError.Kind,
        english: String,
        spanish: String
    ) {
        let error = NetworkError(kind)
        #expect(error.userMessage(in: .english) == english)
        #expect(error.userMessage(in: .spanish) == spanish)
        #expect([english, spanish].contains(error.userMessage))
        #expect(error.localizedDescription == error.userMessage)
    }

    @Test func `Trap: failures of different kinds read differently`() {
        let kinds: [NetworkError.Kind] = [
            .noConnection(.refused), .tls(.expired), .timedOut(.connect), .insecureURL,
            .status(500), .bodyTooLarge(limit: 1), .other,
        ]
        for language in [MessageLanguage.english, .spanish] {
            let messages = kinds.map { NetworkError($0).userMessage(in: language) }
            #expect(Set(messages).count == kinds.count)
        }
    }

    @Test(
        arguments: [
            (["es_ES.UTF-8"], "es"), (["es-MX"], "es"), (["fr", "es"], "es"), (["en_US"], "en"),
            (["C"], "en"), ([], "en"), (["ESPERANTO"], "en"), (["fr_FR"], "en"),
        ] as [([String], String)]
    )
    func `The language follows the person's preferences`(tags: [String], code: String) {
        #expect(MessageLanguage(preferring: tags).code == code)
    }

    @Test func `A description names the call and hides its secrets`() throws {
        let url = try #require(
            URI(
                "https://ada:lovelace@api.example.com/users?page=2&api_key=s3cret&access_token=t0ken"
            )
        )
        var request = Request(.get, url, headers: ["Authorization": "Bearer abc", "Cookie": "s=1"])
        request.attempt = 2
        let error = NetworkError(
            .status(401),
            request: request,
            response: Response(status: 401, request: request)
        )
        let shown = "\(error) \(String(reflecting: error))"
        #expect(shown.contains("GET https://") && shown.contains("401 Unauthorized"))
        #expect(shown.contains("page=2") && shown.contains("attempt 2"))
        for secret in ["lovelace", "s3cret", "t0ken", "abc", "s=1"] {
            #expect(!shown.contains(secret))
        }
    }

    @Test(
        arguments: [
            ("Bearer abc.def failed", "Bearer <redacted> failed"),
            ("key sk_live_4242424242424242 refused", "key <redacted> refused"),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is old", "<redacted> is old"),
            ("3f2a9c1b7d6e5f4a3f2a9c1b7d6e5f4a is no session", "<redacted> is no session"),
            (
                "E621E1F8-C36C-495A-93FC-0C247A3E6E5F stays",
                "E621E1F8-C36C-495A-93FC-0C247A3E6E5F stays"
            ),
            ("users[3].contact_info.phone stays", "users[3].contact_info.phone stays"),
        ] as [(String, String)]
    )
    func `What looks like a token is hidden wherever it stands`(text: String, shown: String) {
        let error = NetworkError(.invalidResponse(text))
        #expect(error.description == "invalid response: \(shown)")
    }

    @Test func `Printing a request, an answer or an error in any way shows no secret`() throws {
        let url = try #require(URI("https://a.com/x?api_key=s3cret"))
        var request = Request(.get, url, headers: ["Authorization": "Bearer abc123"])
        request.body = .bytes(Array("password=hush".utf8))
        let response = Response(
            status: 200,
            headers: ["Set-Cookie": "sid=c00kie"],
            request: request
        )
        let error = NetworkError(.status(401), request: request, response: response)
        var shown = "\(request) \(response) \(error) \(String(reflecting: response))"
        dump(request, to: &shown)
        dump(response, to: &shown)
        dump(error, to: &shown)
        for secret in ["s3cret", "abc123", "hush", "c00kie"] {
            #expect(!shown.contains(secret), "\(secret)")
        }
    }

    @Test func `A description repeats what the server said`() throws {
        let request = Request(.get, try #require(URI("https://a.com/x")))
        let body = ResponseBody(Array(#"{"code":"c","message":"Title is missing"}"#.utf8))
        let response = Response(status: 422, body: body, request: request)
        let error = NetworkError(.status(422), request: request, response: response)
        #expect(
            error.description == "GET https://a.com/x: 422 Unprocessable Content: Title is missing"
        )
    }

    @Test(
        arguments: [
            (.noConnection(.reset), true), (.timedOut(.response), true), (.status(503), true),
            (.status(429), true), (.status(404), false), (.status(501), false),
            (.cancelled, false), (.tls(.expired), false), (.insecureURL, false), (.other, false),
        ] as [(NetworkError.Kind, Bool)]
    )
    func `A failure knows whether trying again may help`(kind: NetworkError.Kind, may: Bool) {
        #expect(NetworkError(kind).isRetriable == may)
    }
}
