import Testing
import VencejoCore
import VencejoHTTP
import VencejoTesting

@Suite struct RedirectTests {
    struct MethodCase: Sendable {
        let status: Int
        let method: HTTPMethod
        let next: HTTPMethod
        let keepsBody: Bool
    }

    static let methodCases: [MethodCase] =
        [301, 302].flatMap { status in
            [
                MethodCase(status: status, method: .get, next: .get, keepsBody: false),
                MethodCase(status: status, method: .head, next: .head, keepsBody: false),
                MethodCase(status: status, method: .post, next: .get, keepsBody: false),
                MethodCase(status: status, method: .put, next: .put, keepsBody: true),
                MethodCase(status: status, method: .patch, next: .patch, keepsBody: true),
                MethodCase(status: status, method: .delete, next: .delete, keepsBody: true),
            ]
        }
        + [HTTPMethod.get, .head, .post, .put, .delete].map {
            MethodCase(status: 303, method: $0, next: $0 == .head ? .head : .get, keepsBody: false)
        }
        + [307, 308].flatMap { status in
            [HTTPMethod.get, .head, .post, .put, .patch, .delete].map {
                MethodCase(status: status, method: $0, next: $0, keepsBody: $0.allowsContent)
            }
        }

    @Test(arguments: methodCases)
    func `method and body follow the status`(_ example: MethodCase) throws {
        var request = Request(example.method, try uri("https://example.com/a"))
        if example.method.allowsContent { request.body = .bytes([1, 2]) }
        request.headers = ["Content-Type": "a/b", "Content-Language": "es", "X-Own": "1"]
        let next = try follow(request, example.status, "/b")
        #expect(next.method == example.next)
        #expect(next.body.isNone == !example.keepsBody)
        #expect(next.headers["X-Own"] == "1")
        if example.method.allowsContent {
            #expect(next.headers.contains(.contentType) == example.keepsBody)
            #expect(next.headers.contains(.contentLanguage) == example.keepsBody)
        }
    }

    @Test(arguments: [
        ("/b", "https://example.com/b"),
        ("echo", "https://example.com/p/echo"),
        ("../x?y=1", "https://example.com/x?y=1"),
        ("?q=2", "https://example.com/p/redirect?q=2"),
        ("//other.example/z", "https://other.example/z"),
        ("https://other.example", "https://other.example/"),
        ("HTTPS://Other.Example/A", "https://other.example/A"),
        ("/echo/%20%2Fz", "https://example.com/echo/%20%2Fz"),
        ("/caf\u{E9}", "https://example.com/caf%C3%A9"),
        ("/a b", "https://example.com/a%20b"),
        ("  /trimmed\t", "https://example.com/trimmed"),
        ("/b#there", "https://example.com/b#there"),
    ])
    func `a location is read as a reference`(location: String, target: String) throws {
        let request = Request(.get, try uri("https://example.com/p/redirect?k=v"))
        #expect(try follow(request, 302, location).url.description == target)
    }

    @Test func `a fragment is inherited unless the location brings one`() throws {
        let request = Request(.get, try uri("https://example.com/a#part"))
        #expect(try follow(request, 302, "/b").url.fragment == "part")
        #expect(try follow(request, 302, "/b#own").url.fragment == "own")
    }

    @Test(
        arguments: [
            ("ftp://example.com/", .invalidLocation("ftp://example.com/")),
            ("file:///etc/hostname", .invalidLocation("file:///etc/hostname")),
            ("javascript:alert(1)", .invalidLocation("javascript:alert(1)")),
            ("https://", .invalidLocation("https://")),
            ("http://example.com/", .insecure),
            ("http://localhost/", .insecure),
        ] as [(String, NetworkError.RedirectFailure)]
    )
    func `a location that leads astray is refused`(
        location: String,
        failure: NetworkError.RedirectFailure
    ) throws {
        var request = Request(.get, try uri("https://example.com/"))
        request.allowsInsecureHTTP = true
        guard case .refuse(let found) = decision(request, 302, [.location: location]) else {
            Issue.record("not refused")
            return
        }
        #expect(found == failure)
    }

    @Test func `plain http on this machine does not lead to plain http elsewhere`() throws {
        var request = Request(.get, try uri("http://localhost:3000/"))
        let headers: Headers = [.location: "http://example.com/"]
        guard case .refuse(.insecure) = decision(request, 302, headers) else {
            Issue.record("not refused")
            return
        }
        request.allowsInsecureHTTP = true
        #expect(try follow(request, 302, "http://example.com/").url.host == "example.com")
    }

    @Test(arguments: [200, 201, 300, 304, 305, 306, 404])
    func `another status is an answer, with a location or without`(_ status: Int) throws {
        let request = Request(.get, try uri("https://example.com/"))
        guard case .answer = decision(request, status, [.location: "/b"]) else {
            Issue.record("followed")
            return
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect without a location is an answer`(_ status: Int) throws {
        let request = Request(.get, try uri("https://example.com/"))
        guard case .answer = decision(request, status, [:]) else {
            Issue.record("followed")
            return
        }
    }

    @Test(arguments: [
        ("/same", true), ("https://example.com:443/same", true),
        ("https://example.org/", false), ("https://example.com:8443/", false),
        ("https://sub.example.com/", false),
    ])
    func `credentials stay with their origin`(location: String, kept: Bool) throws {
        var request = Request(.get, try uri("https://example.com/"))
        request.headers = [
            "Authorization": "Bearer S", "Cookie": "c=S", "Proxy-Authorization": "Basic S",
            "X-Api-Key": "S", "X-Auth-Token": "S", "Added": "S", "Host": "example.com",
        ]
        request.credentialFields = ["added"]
        request.credentialQuery = ["k": "S"]
        request.headers.append("Accept", "a/b")
        let next = try follow(request, 307, location)
        #expect(next.headers.count == (kept ? 8 : 1))
        #expect(next.headers["Accept"] == "a/b")
        #expect(next.url.query == (kept ? "k=S" : nil))
    }

    @Test(arguments: ["https://example.org/", "https://example.com:8443/"])
    func `what is named like a credential stays too, unless the caller keeps it`(
        location: String
    ) async throws {
        let names: [HeaderName] = [
            "X-My-Key", "Ocp-Apim-Subscription-Key", "X-CSRF", "X-Session", "X-Refresh-Token",
            "Client-Secret", "Cookie2", "X-Auth-User",
        ]
        let others: [HeaderName] = ["Idempotency-Key", "Accept-Language", "X-Request-Id", "ETag"]
        var request = Request(.get, try uri("https://example.com/"))
        for name in names + others { request.headers.append(name, "S") }
        request.headers.append("X-Added", "S")
        request.credentialFields = ["X-Added"]
        let headers: Headers = [.location: location]
        #expect(try follow(request, 307, location).headers.map(\.name) == others)
        guard
            case .follow(let next) = RedirectDecision.of(
                307,
                headers: headers,
                to: request,
                keeping: ["x-session", "X-Added"]
            )
        else {
            Issue.record("not followed")
            return
        }
        // What a layer added goes to the client's own origin alone.
        #expect(next.headers.map(\.name) == ["X-Session"] + others)
    }

    @Test func `a client keeps the fields that it is told to`() async throws {
        let stub = StubTransport {
            $0.on(.get, "a", respond: .status(302, headers: ["Location": "https://b.example/b"]))
            $0.on(.get, "b", respond: .status(204))
        }
        let api = APIClient(baseURL: "https://a.example", transport: stub) {
            $0.fieldsKeptOnRedirect = ["X-Session"]
        }
        let headers: Headers = ["X-Session": "1", "X-Api-Key": "2"]
        let _: Response = try await api.get("a", headers: headers)
        #expect(stub.requests.last?.url.host == "b.example")
        #expect(stub.requests.last?.headers["X-Session"] == "1")
        #expect(stub.requests.last?.headers["X-Api-Key"] == nil)
    }

    @Test func `hops are told in order`() async throws {
        let response = try await walk("https://example.com/0", limit: 20) { step in
            step < 3 ? "/\(step + 1)" : nil
        }
        #expect(response.hops.map(\.from.path) == ["/0", "/1", "/2"])
        #expect(response.hops.map(\.to.path) == ["/1", "/2", "/3"])
        #expect(response.url.path == "/3")
    }

    @Test(arguments: [0, 1, 20])
    func `more redirects than the limit are refused`(_ limit: Int) async throws {
        let failed = await kind { () async throws(NetworkError) in
            try await walk("https://example.com/0", limit: limit) { "/\($0 + 1)" }
        }
        #expect(failed == .redirect(.tooMany(limit: limit)))
    }

    @Test(arguments: [["/0"], ["/1", "/0"], ["/1", "/2", "/1"]])
    func `going in circles is found`(_ path: [String]) async throws {
        let failed = await kind { () async throws(NetworkError) in
            try await walk("https://example.com/0", limit: 20) { path[$0 % path.count] }
        }
        #expect(failed == .redirect(.loop))
    }

    private func walk(
        _ start: String,
        limit: Int,
        location: @escaping @Sendable (Int) -> String?
    ) async throws(NetworkError) -> Response {
        guard let url = URI(start) else { throw NetworkError(.invalidRequest(.url(start))) }
        let count = Counter()
        return try await passing(Request(.get, url), through: Redirect(limit: limit)) { request in
            guard let target = location(count.next()) else {
                return Response(status: 200, request: request)
            }
            return Response(status: 302, headers: [.location: target], request: request)
        }
    }

    private func decision(_ request: Request, _ status: Int, _ headers: Headers) -> RedirectDecision
    {
        RedirectDecision.of(HTTPStatus(status), headers: headers, to: request)
    }

    private func follow(_ request: Request, _ status: Int, _ location: String) throws -> Request {
        let decision = decision(request, status, [.location: location])
        guard case .follow(let next) = decision else {
            Issue.record("not followed: \(decision)")
            return request
        }
        return next
    }
}
