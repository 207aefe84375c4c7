import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

@Suite struct LogTests {
    private final class Lines: Sendable {
        let text = Locked<[String]>([])
    }

    private func log(
        _ request: Request,
        level: Log.Level,
        answer: @escaping @Sendable (Request) throws(NetworkError) -> Response
    ) async -> [String] {
        let lines = Lines()
        let log = Log(level) { line in lines.text.withLock { $0.append(line) } }
        _ = await typed { () async throws(NetworkError) -> Response in
            try await log.intercept(request) { request throws(NetworkError) in try answer(request) }
        }
        return lines.text.withLock { $0 }
    }

    @Test func `a call is two lines`() async throws {
        let request = Request(.get, try uri("https://example.com/users?api_key=S&page=2"))
        let lines = await log(request, level: .lines) { request throws(NetworkError) in
            Response(status: 200, body: ResponseBody([1, 2, 3]), request: request)
        }
        #expect(lines.count == 2)
        #expect(lines[0] == "→ GET https://example.com/users?api_key=<redacted>&page=2")
        #expect(lines[1].hasPrefix("← 200 OK GET https://example.com/users?api_key=<redacted>"))
        #expect(lines[1].contains("(3 B, ") && lines[1].hasSuffix(" ms)"))
    }

    @Test func `a failure is a line of its own`() async throws {
        let request = Request(.get, try uri("https://example.com/"))
        let lines = await log(request, level: .lines) { request throws(NetworkError) in
            throw NetworkError(.noConnection(.refused), request: request)
        }
        #expect(lines.count == 2)
        #expect(lines[1].hasPrefix("✗ no connection: refused GET https://example.com/"))
    }

    @Test func `no secret is in what is written`() async throws {
        var request = Request(.post, try uri("https://u:SECRET@example.com/?token=SECRET"))
        request.headers = [
            "Authorization": "Bearer SECRET", "Cookie": "a=SECRET", "X-Api-Key": "SECRET",
            "Proxy-Authorization": "Basic SECRET", "Content-Type": "application/json",
        ]
        request.body = .bytes(#"{"user": "ada", "password": "SECRET"}"#.utf8)
        let lines = await log(request, level: .bodies) { request throws(NetworkError) in
            let headers: Headers = [
                "Set-Cookie": "s=SECRET", "Location": "https://a.example/?access_token=SECRET",
            ]
            let body = Array(#"{"data": {"refresh_token": "SECRET", "id": 7}}"#.utf8)
            return Response(
                status: 201,
                headers: headers,
                body: ResponseBody(body),
                request: request
            )
        }
        let text = lines.joined(separator: "\n")
        #expect(!text.contains("SECRET"))
        #expect(text.contains("Authorization: Bearer <redacted>"))
        #expect(text.contains(#""user": "ada""#) && text.contains(#""id": 7"#))
    }

    @Test(arguments: [
        (
            "<https://u:S@a/?x=1&token=S>; rel=next, <//u:S@b/?%74oken=S>",
            "<https://<redacted>@a/?x=1&token=<redacted>>; rel=next, "
                + "<//<redacted>@b/?%74oken=<redacted>>"
        ),
        ("/cb?next=/x?token=S&a=1", "/cb?next=/x?token=<redacted>&a=1"),
        ("https://a/#access_token=S&b=2", "https://a/#access_token=<redacted>&b=2"),
        ("see https://u:S@a/b@c", "see https://<redacted>@a/b@c"),
        ("text/html, */*;q=0.5", "text/html, */*;q=0.5"), ("", ""), ("?=#&", "?=#&"),
        ("https://a/b#SECRET", "https://a/b#<redacted>"), ("#fff and 1#2", "#fff and 1#2"),
        ("see https://a/#S now", "see https://a/#<redacted> now"),
        ("/cb#SECRET", "/cb#<redacted>"), ("</a?b=1#S>; rel=x", "</a?b=1#<redacted>>; rel=x"),
        ("/cb?u=/b#S", "/cb?u=/b#<redacted>"), ("a/b#c", "a/b#c"),
        ("/cb?u=https%3A%2F%2Fa%2F%3Ftoken%3DS&a=1", "/cb?u=<redacted>&a=1"),
        ("/cb?u=https%253A%252F%252Fa%253Ftoken%253DS", "/cb?u=<redacted>"),
        ("/cb?u=https%3A%2F%2Fada%3AS%40a", "/cb?u=<redacted>"),
        ("/?%2574oken=S", "/?%2574oken=<redacted>"),
        ("/cb?u=%2525252541", "/cb?u=<redacted>"), ("/cb?u=a%20b%26c", "/cb?u=a%20b%26c"),
    ])
    func `addresses lose their secrets wherever they stand`(text: String, redacted: String) {
        #expect(Redaction.url(text) == redacted)
        #expect(Redaction.headers(["X-Any": text])["X-Any"] == redacted)
    }

    @Test func `a field that only speaks of credentials is shown`() {
        let plain: Headers = [
            "Access-Control-Allow-Credentials": "true",
            "access-control-allow-headers": "Authorization, X-Api-Key",
            "Access-Control-Expose-Headers": "X-Token-Left",
        ]
        #expect(Redaction.headers(plain) == plain)
        #expect(Redaction.headers(["X-Access-Token": "S"])["X-Access-Token"] == "<redacted>")
        #expect(Redaction.headers(["Credentials": "S"])["Credentials"] == "<redacted>")
    }

    @Test(arguments: ["?a=", "#", "#b", "?a=%41", "?", "?a=%253F", "//u@"])
    func `an address that is made to be looked at for long is cut`(piece: String) {
        let count = 60_000 / piece.utf8.count
        let text = "/" + String(repeating: piece, count: count) + "%2541?token=SECRET"
        #expect(!Redaction.url(text).contains("SECRET"))
    }

    @Test func `what is no address loses all that may be a password`() {
        let texts = [
            "https://u:S#S@host/", "https://u:S/S@host/", "u:S@ho st", "https://u:S@S@host",
            "http://host:x/?token=S",
        ]
        for text in texts { #expect(!Redaction.faultyURL(text).contains("S")) }
        #expect(Redaction.faultyURL("https://ho st/a") == "https://ho st/a")
        #expect(!"\(NetworkError(.invalidRequest(.url("https://u:S#S@h"))))".contains("S#"))
    }

    @Test func `a credential under a name of one's own is no less secret`() async throws {
        var request = Request(.get, try uri("https://example.com/?page=2&k=SECRET#x"))
        request.headers = ["Clave": "SECRET", "Accept": "a/b"]
        request.credentialFields = ["Clave"]
        request.credentialQuery = ["k": "SECRET"]
        let lines = await log(request, level: .headers) { request throws(NetworkError) in
            throw NetworkError(.noConnection(.refused), request: request)
        }
        #expect(lines[0].hasPrefix("→ GET https://example.com/?page=2&k=<redacted>"))
        #expect(lines[0].contains("Clave: <redacted>") && lines[0].contains("Accept: a/b"))
        let error = NetworkError(.noConnection(.refused), request: request)
        let texts = lines + ["\(request)", "\(error)", request.curlCommand()]
        for text in texts { #expect(!text.contains("SECRET")) }
        #expect(!Mirror(reflecting: request).children.contains { "\($0)".contains("SECRET") })
    }

    @Test func `what is logged cannot steer a terminal or forge a line`() async throws {
        var request = Request(.post, try uri("https://example.com/"))
        request.headers = ["X-Any": "a\u{9B}b\u{1B}c"]
        request.body = .bytes("x\r\n← 200\u{1B}[2J\u{85}\u{2028}".utf8)
        let lines = await log(request, level: .bodies) { request throws(NetworkError) in
            Response(status: 200, request: request)
        }
        #expect(
            lines[0].split(separator: "\n").dropFirst() == [
                #"  X-Any: a\u{9b}b\u{1b}c"#, #"  x\r\n← 200\u{1b}[2J\u{85}\u{2028}"#,
            ]
        )
    }

    @Test(arguments: [
        (#"{"password":"a\"b","x":1}"#, #"{"password":"<redacted>","x":1}"#),
        (#"{"Token": 12, "x": [1, 2]}"#, #"{"Token": "<redacted>", "x": [1, 2]}"#),
        (#"{"secret": {"a": ["}"]}, "b": 2}"#, #"{"secret": "<redacted>", "b": 2}"#),
        (#"[{"client_secret":null}]"#, #"[{"client_secret":"<redacted>"}]"#),
        (#"{"password":"cut sho"#, #"{"password":"<redacted>""#),
        (#"{"text":"password","x":"token"}"#, #"{"text":"password","x":"token"}"#),
        (#"{"\u0070assword":"S","\u00zz":1}"#, #"{"\u0070assword":"<redacted>","\u00zz":1}"#),
        (#"no json "at all"#, #"no json "at all"#),
        ("{\"a\\", "{\"a\\"), ("", ""), ("\"", "\""),
    ])
    func `secret members lose their values`(json: String, redacted: String) {
        #expect(Redaction.json(json) == redacted)
    }

    @Test func `a body in another form is shown as what it is`() async throws {
        var request = Request(.post, try uri("https://example.com/"))
        request.headers = ["Content-Type": "application/x-www-form-urlencoded"]
        request.body = .bytes("user=ada&password=SECRET".utf8)
        let lines = await log(request, level: .bodies) { request throws(NetworkError) in
            Response(status: 200, body: ResponseBody([0xFF, 0xFE]), request: request)
        }
        #expect(lines[0].hasSuffix("user=ada&password=<redacted>"))
        #expect(lines[1].hasSuffix("<2 bytes>"))
    }
}
