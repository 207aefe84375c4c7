import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoTesting

/// A middleware that writes down what passes.
private struct Scribe: Middleware {
    let name: String
    let book: Book

    final class Book: Sendable {
        let lines = Locked<[String]>([])
        func write(_ line: String) { lines.withLock { $0.append(line) } }
    }

    func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
        book.write("\(name) > \(request.url.path)")
        let response = try await next(request)
        book.write("\(name) < \(response.status.code)")
        return response
    }
}

/// A middleware that sends somewhere else.
private struct Detour: Middleware {
    let url: URI

    func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
        var request = request
        request.url = url
        return try await next(request)
    }
}

@Suite struct PipelineTests {
    @Test func `A9 layers run outermost first and see the status before it is judged`() async {
        let book = Scribe.Book()
        let api = client(
            AnswerTransport(500),
            pipeline: [
                .custom(Scribe(name: "outer", book: book)),
                .custom(Scribe(name: "inner", book: book)),
            ]
        )
        let error = await failure { () throws(NetworkError) in try await api.get("x") }
        #expect(error?.kind == .status(500))
        #expect(
            book.lines.withLock { $0 } == [
                "outer > /v1/x", "inner > /v1/x", "inner < 500", "outer < 500",
            ]
        )
    }

    @Test func `Redirects are followed below the layers, and listed`() async throws {
        let book = Scribe.Book()
        let transport = AnswerTransport { request throws(NetworkError) in
            request.url.path == "/v1/x"
                ? Response(status: 302, headers: ["Location": "/y"], request: request)
                : Response(status: 200, request: request)
        }
        let api = client(transport, pipeline: [.custom(Scribe(name: "one", book: book))])
        let response = try await api.get("x")
        #expect(response.url.path == "/y" && response.hops.count == 1)
        #expect(book.lines.withLock { $0 } == ["one > /v1/x", "one < 200"])
    }

    @Test func `A5 each hop is checked, whoever made it`() async throws {
        let redirect = AnswerTransport(302, headers: ["Location": "http://api.example.com/y"])
        let hop = await failure { () throws(NetworkError) in try await client(redirect).get("x") }
        #expect(hop?.kind == .redirect(.insecure) || hop?.kind == .insecureURL)
        #expect(redirect.requests.count == 1)
        let plain = AnswerTransport()
        let url = try #require(URI("http://example.com/"))
        let api = client(plain, pipeline: [.custom(Detour(url: url))])
        let detour = await failure { () throws(NetworkError) in try await api.get("x") }
        #expect(detour?.kind == .insecureURL && plain.requests.isEmpty)
    }

    @Test func `A request carries the client's limits and the origin of its credentials`()
        async throws
    {
        let transport = AnswerTransport()
        let api = client(transport) {
            $0.timeouts.total = .seconds(3)
            $0.context.time = TestClock().timeSource
            $0.maximumResponseBytes = 1_000
        }
        try await api.get("https://other.example/next")
        let sent = try #require(transport.requests.first)
        #expect(sent.timeouts.total == .seconds(3) && sent.maximumResponseBytes == 1_000)
        #expect(sent.credentialOrigin?.host == "api.example.com")
        #expect(sent.url.host == "other.example")
    }
}
