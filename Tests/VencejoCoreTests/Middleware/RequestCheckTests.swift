import Testing
import VencejoCore
import VencejoHTTP

@Suite struct RequestCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: HTTPMethod
        let url: String
        let headers: Headers
        let body: RequestBody
        let fault: NetworkError.InvalidRequest?

        init(
            _ name: String,
            _ method: HTTPMethod = .get,
            url: String = "https://example.com/",
            headers: Headers = [:],
            body: RequestBody = .none,
            _ fault: NetworkError.InvalidRequest?
        ) {
            testDescription = name
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
            self.fault = fault
        }
    }

    static let body = RequestBody.bytes([1, 2, 3])

    static let cases = [
        Case("plain", .get, nil),
        Case("own method", "PROPFIND", nil),
        Case("QUERY with a body", .query, body: body, nil),
        Case("DELETE with a body", .delete, body: body, nil),
        Case("OPTIONS with a body", .options, body: body, nil),
        Case("GET with a body", .get, body: body, .bodyNotAllowed(.get)),
        Case("GET with an empty body", .get, body: .bytes([]), .bodyNotAllowed(.get)),
        Case("HEAD with a body", .head, body: body, .bodyNotAllowed(.head)),
        Case("TRACE with a body", .trace, body: body, .bodyNotAllowed(.trace)),
        Case("line break in the method", "GET / HTTP/1.1\r\nX", .method("GET / HTTP/1.1\r\nX")),
        Case("blank in the method", "GE T", .method("GE T")),
        Case("no method", "", .method("")),
        Case("line break in a value", headers: ["A": "b\r\nEvil: 1"], .header("A")),
        Case("line feed in a value", headers: ["A": "b\nEvil: 1"], .header("A")),
        Case("NUL in a value", headers: ["A": "b\0"], .header("A")),
        Case("blank in a name", headers: ["X Bad": "a"], .header("X Bad")),
        Case("colon in a name", headers: ["X:": "a"], .header("X:")),
        Case("empty name", headers: ["": "a"], .header("")),
        Case("blank in the host", headers: ["Host": "a b"], .header("Host")),
        Case("path in the host", headers: ["Host": "a/b"], .header("Host")),
        Case("user in the host", headers: ["Host": "u@a"], .header("Host")),
        Case("letters beyond ASCII in the host", headers: ["Host": "ñ.es"], .header("Host")),
        Case("host and port", headers: ["Host": "a_b.example:80"], nil),
        Case("IPv6 host", headers: ["Host": "[::1]:80"], nil),
        Case("empty host", headers: ["Host": ""], nil),
        Case("Latin value", headers: ["A": "ñ"], nil),
        Case(
            "own framing",
            .post,
            headers: ["Transfer-Encoding": "chunked"],
            .header("Transfer-Encoding")
        ),
        Case(
            "wrong length",
            .post,
            headers: ["Content-Length": "2"],
            body: body,
            .header("Content-Length")
        ),
        Case("right length", .post, headers: ["Content-Length": "3"], body: body, nil),
        Case(
            "two hosts",
            headers: Headers([.init(.host, "a"), .init(.host, "b")]),
            .header("Host")
        ),
        Case("other scheme", url: "ftp://example.com/", .url("ftp://example.com/")),
    ]

    @Test(arguments: cases)
    func `what cannot be sent is told before anything is sent`(_ example: Case) async throws {
        let request = Request(
            example.method,
            try uri(example.url),
            headers: example.headers,
            body: example.body
        )
        let kind = await kind { () async throws(NetworkError) in
            try await passing(request, through: RequestCheck())
        }
        #expect(kind == example.fault.map { .invalidRequest($0) })
    }

    @Test(arguments: [
        ("https://example.com/", false, true),
        ("http://example.com/", false, false),
        ("http://example.com/", true, true),
        ("http://localhost:8080/", false, true),
        ("http://api.localhost/", false, true),
        ("http://127.0.0.1/", false, true),
        ("http://127.8.9.1:3000/", false, true),
        ("http://[::1]:3000/", false, true),
        ("http://127.0.0.1.example.com/", false, false),
        ("http://localhost.example.com/", false, false),
        ("http://notlocalhost/", false, false),
        ("http://128.0.0.1/", false, false),
        ("http://10.0.0.1/", false, false),
    ])
    func `plain http stays on this machine unless allowed`(
        url: String,
        allowed: Bool,
        passes: Bool
    ) async throws {
        var request = Request(.get, try uri(url))
        request.allowsInsecureHTTP = allowed
        let kind = await kind { () async throws(NetworkError) in
            try await passing(request, through: HTTPSOnly())
        }
        #expect(kind == (passes ? nil : .insecureURL))
    }

    @Test(
        arguments: [
            (Validate(), 200, true), (Validate(), 299, true), (Validate(), 300, false),
            (Validate(), 404, false), (Validate(), 500, false), (Validate(), 199, false),
            (Validate(200..<405), 404, true), (Validate { $0 == 418 }, 418, true),
        ] as [(Validate, Int, Bool)]
    )
    func `a status that is no success is an error with its answer`(
        validate: Validate,
        code: Int,
        passes: Bool
    ) async throws {
        let request = Request(.get, try uri("https://example.com/"))
        do throws(NetworkError) {
            let response = try await passing(request, through: validate) {
                Response(status: HTTPStatus(code), body: ResponseBody([1]), request: $0)
            }
            #expect(passes && response.status.code == code)
        } catch {
            #expect(!passes && error.kind == .status(HTTPStatus(code)))
            #expect(error.response?.body.bytes == [1])
        }
    }
}
