import Testing
import VencejoCore
import VencejoHTTP

@Suite struct PathTests {
    /// What a base URL and a path make together.
    @Test(
        arguments: [
            ("https://a.com", "users", "https://a.com/users"),
            ("https://a.com/", "users", "https://a.com/users"),
            ("https://a.com/v1", "users", "https://a.com/v1/users"),
            ("https://a.com/v1", "/users", "https://a.com/v1/users"),
            ("https://a.com/v1/", "users", "https://a.com/v1/users"),
            ("https://a.com/v1/", "/users", "https://a.com/v1/users"),
            ("https://a.com/v1", "users/", "https://a.com/v1/users/"),
            ("https://a.com/v1", "", "https://a.com/v1"),
            ("https://a.com/v1/", "", "https://a.com/v1/"),
            ("https://a.com", "", "https://a.com/"),
            ("https://a.com", "/", "https://a.com/"),
            ("https://a.com/v1", "/", "https://a.com/v1/"),
            ("https://a.com/v1/", "/", "https://a.com/v1/"),
            ("https://a.com/v1", "//", "https://a.com/v1//"),
            ("https://a.com/v1", "//x", "https://a.com/v1//x"),
            ("https://a.com/v1", "?p=2", "https://a.com/v1?p=2"),
            ("https://a.com/v1", "/?p=2", "https://a.com/v1/?p=2"),
            ("https://a.com/v1?k=1", "users", "https://a.com/v1/users?k=1"),
            ("https://a.com/v1#f", "users#g", "https://a.com/v1/users"),
            ("https://a.com/v1", "/#g", "https://a.com/v1/"),
            ("https://a.com/v1", "a//b", "https://a.com/v1/a//b"),
            ("https://a.com/v1", "%2E%2E/x", "https://a.com/v1/%2E%2E/x"),
            ("https://a.com:8443/v1", "users", "https://a.com:8443/v1/users"),
            ("https://a.com/v1?k=1", "users?p=2", "https://a.com/v1/users?k=1&p=2"),
            ("https://a.com/v1", "users?p=2", "https://a.com/v1/users?p=2"),
            ("https://a.com/v1", "users#top", "https://a.com/v1/users"),
            ("https://a.com/v1", "https://b.com/n?p=2", "https://b.com/n?p=2"),
            ("https://a.com/v1", "a b/ñ", "https://a.com/v1/a%20b/%C3%B1"),
            ("https://a.com/v1", "a%20b", "https://a.com/v1/a%20b"),
            ("https://a.com/v1", "100%/é%zz", "https://a.com/v1/100%25/%C3%A9%25zz"),
            ("https://a.com/v1", "HTTPS://b.com/n", "https://b.com/n"),
            ("https://a.com/v1", "http", "https://a.com/v1/http"),
        ] as [(String, String, String)]
    )
    func `Trap: base URL and path are joined by rules, not as text`(
        base: String,
        path: String,
        whole: String
    ) async throws {
        let api = APIClient(baseURL: base, transport: AnswerTransport())
        let response = try await api.get(Path(stringLiteral: path))
        #expect(response.url.description == whole)
    }

    @Test(
        arguments: [
            "", ".", "..", "a/b?c", "a b", "100%", "%2F", "#", "ñ", "日本", "👩‍👩‍👧", "\r\n", "\0",
            ";=&+,$@!*'()", "\\", "\u{7F}", "e\u{301}", "//evil.example", "https://evil.example",
        ]
    )
    func `Trap: an interpolated value is exactly one segment`(value: String) async throws {
        let api = client(AnswerTransport())
        let response = try await api.get("items/\(value)/end")
        let segments = response.url.path.split(separator: "/", omittingEmptySubsequences: false)
        #expect(segments.count == 5 && response.url.host == "api.example.com")
        #expect(PercentEncoding.decoded(segments[3]) == value)
        #expect(segments[3] != "." && segments[3] != "..")
        let first = try await api.get("\(value)/x")
        #expect(first.url.path == "/v1/\(segments[3])/x")
    }

    @Test func `An empty value is one empty segment, wherever it stands`() async throws {
        let api = client(AnswerTransport())
        let none = ""
        let paths: [(Path, String)] = [
            ("\(none)", "/v1/"), ("/\(none)", "/v1/"), ("\(none)?p=2", "/v1/?p=2"),
            ("\(none)/x", "/v1//x"), ("/\(none)/x", "/v1//x"), ("x/\(none)", "/v1/x/"),
            ("\(none)/\(none)", "/v1//"), ("\(none)#f", "/v1/"), ("?p=\(none)", "/v1?p="),
            (Path(segments: [""]), "/v1/"), (Path(segments: ["", "x"]), "/v1//x"),
            (Path(segments: ["", ""]), "/v1//"), (Path(segments: []), "/v1"),
            (Path("/"), "/v1/"), (Path(""), "/v1"), ("\(raw: none)", "/v1"),
            ("\(raw: "/")", "/v1/"),
        ]
        for (path, target) in paths {
            let response = try await api.get(path)
            #expect(response.url.requestTarget == target, "\(path)")
        }
        #expect(Path("users") == Path("/users"))
        #expect(Path("") != Path("/"))
    }

    @Test func `Any scalar of Unicode survives as a segment`() async throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let scalars = (0..<6).map { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? "?"
            }
            let text = String(String.UnicodeScalarView(scalars))
            let path: Path = "a/\(text)"
            let segments = path.encoded.split(separator: "/", omittingEmptySubsequences: false)
            #expect(
                segments.count == 2
                    && PercentEncoding.decodedBytes(segments[1]) == [UInt8](text.utf8)
            )
        }
    }

    @Test func `Numbers, raw values and raw text may be interpolated`() {
        enum Kind: String { case long = "lo/ng" }
        #expect(("a/\(7)/\(Kind.long)" as Path).encoded == "a/7/lo%2Fng")
        #expect(("a/\(raw: "b/c")" as Path).encoded == "a/b/c")
        #expect(Path(segments: ["a/b", ".."]).encoded == "a%2Fb/%2E%2E")
        #expect(Path("https://b.com/next?p=2").isAbsolute)
        #expect(("\("https://b.com")/x" as Path).isAbsolute == false)
    }

    @Test(arguments: ["a\rb", "a\nb", "a\r\nHost: evil", "a\0b"])
    func `CR, LF and NUL in a literal path are refused before sending`(path: String) async {
        let transport = AnswerTransport()
        let error = await failure { () throws(NetworkError) in
            try await client(transport).get(Path(path))
        }
        #expect(error?.kind == .invalidRequest(.url(path)))
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        "", "not an address", "api.example.com", "http://", "ftp://a.com", "https://a b",
    ])
    func `A2 B2 a base URL that is none is an error of the call`(base: String) async {
        let transport = AnswerTransport()
        let api = APIClient(baseURL: base, transport: transport)
        let error = await failure { () throws(NetworkError) in try await api.get("users") }
        guard case .invalidRequest(.url(let text)) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.hasPrefix(base) && transport.requests.isEmpty)
    }
}
