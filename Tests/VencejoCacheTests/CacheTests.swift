import Testing
import Vencejo
import VencejoCache

@Suite struct CacheTests {
    @Test func `a fresh answer is given again, with its age, until its time is over`() async throws
    {
        let ground = Ground(Origin(["Cache-Control": "max-age=60"]))
        #expect(try await ground.get() == ("1", .network))
        ground.wait(59)
        let response: Response = try await ground.api.get("x")
        #expect(response.text() == "1" && response.source == .cache && response.age == 59)
        #expect(response.headers[.age] == "59" && response.attempts == 0)
        ground.wait(1)
        #expect(try await ground.get() == ("2", .network))
        #expect(ground.noted.all.contains(.cached(.cache)))
    }

    @Test func `what has not changed is given after asking`() async throws {
        let origin = Origin { request, count in
            request.headers[.ifNoneMatch] == "\"v\""
                ? (304, ["Cache-Control": "max-age=60", "New": "1"], "")
                : (200, ["Cache-Control": "max-age=10", "ETag": "\"v\""], "\(count)")
        }
        let ground = Ground(origin)
        _ = try await ground.get()
        ground.wait(10)
        let response: Response = try await ground.api.get("x")
        #expect(response.text() == "1" && response.source == .validated && response.age == 0)
        #expect(response.headers["New"] == "1" && response.headers[.etag] == "\"v\"")
        ground.wait(59)
        #expect(try await ground.get() == ("1", .cache))
        #expect(origin.count == 2)
    }

    @Test func `a 304 about something else is asked again without conditions`() async throws {
        let origin = Origin { request, count in
            request.headers.contains(.ifNoneMatch)
                ? (304, ["ETag": "\"other\""], "") : (200, ["ETag": "\"v\""], "\(count)")
        }
        let ground = Ground(origin)
        _ = try await ground.get()
        #expect(try await ground.get() == ("3", .network))
    }

    @Test func `variants are kept beside each other`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60", "Vary": "Accept-Language"]))
        #expect(try await ground.get("x", ["Accept-Language": "es"]).0 == "1")
        #expect(try await ground.get("x", ["Accept-Language": "en"]).0 == "2")
        #expect(try await ground.get("x", ["Accept-Language": "ES"]) == ("1", .cache))
        #expect(try await ground.get("x", ["Accept-Language": "en"]) == ("2", .cache))
        #expect(try await ground.get("x").0 == "3")
    }

    @Test func `each who signs in has answers of their own`() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let cache = ResponseCache.memory()
        let credentials: [Credential] = [
            .bearer("a"), .bearer("b"), .apiKey(header: "X-Key", value: "c"),
            .apiKey(query: "key", value: "d"), .basic("e", "f"),
        ]
        for (index, credential) in credentials.enumerated() {
            let ground = Ground(origin, cache: cache, outer: [.authenticate(credential)])
            #expect(try await ground.get().0 == "\(index + 1)")
            #expect(try await ground.get() == ("\(index + 1)", .cache))
        }
        #expect(try await Ground(origin, cache: cache).get().0 == "6")
        for entry in await cache.entries() {
            #expect(entry.url == "https://api.example.com/x")
        }
        #expect(await cache.invalidate(URI("https://api.example.com/x")!) == 6)
    }

    @Test(
        arguments: [
            "Authorization", "Cookie", "X-Api-Key", "Ocp-Apim-Subscription-Key", "X-Session",
            "X-Auth-Token",
        ] as [HeaderName]
    )
    func `a field that proves who is asking keeps answers apart, whoever wrote it`(
        name: HeaderName
    ) async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60"]))
        #expect(try await ground.get("x", [name: "ada"]).0 == "1")
        #expect(try await ground.get("x", [name: "bob"]).0 == "2")
        #expect(try await ground.get("x").0 == "3")
        #expect(try await ground.get("x", [name: "ada"]) == ("1", .cache))
    }

    @Test func `a stored answer that varies by a secret does not hold it`() async throws {
        let headers: Headers = ["X-Api-Key": "SECRET"]
        let selection = Selection(Vary(["X-Api-Key"]), asked: headers, sent: headers)
        #expect(selection.accepts(headers) && !"\(selection)".contains("SECRET"))
    }

    @Test func `a named partition outlives its tokens`() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let cache = ResponseCache.memory()
        for token in ["a", "b"] {
            let ground = Ground(origin, cache: cache, outer: [.authenticate(.bearer(token))])
            let api = ground.api.with { $0.cachePartition = "ada" }
            let response: Response = try await api.get("x")
            #expect(response.text() == "1")
        }
    }

    @Test func `the cookies of a jar choose among answers that vary by them`()
        async throws
    {
        let jar = CookieJar()
        let origin = Origin { _, count in
            (
                200, ["Cache-Control": "max-age=60", "Vary": "Cookie", "Set-Cookie": "a=\(count)"],
                "\(count)"
            )
        }
        let ground = Ground(origin, outer: [.cookies(jar)])
        #expect(try await ground.get().0 == "1")
        #expect(try await ground.get().0 == "2")
        #expect(try await ground.get().0 == "3")
    }

    @Test func `a field that joins behind the cache makes an answer that varies by it unusable`()
        async throws
    {
        let origin = Origin(["Cache-Control": "max-age=60", "Vary": "Foo"])
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.cache(), .custom(Adding(name: "Foo"))],
            transport: origin
        )
        let _: Response = try await api.get("x")
        let second: Response = try await api.get("x")
        #expect(second.text() == "2")
    }

    /// Adds a field to every request.
    struct Adding: Middleware {
        let name: HeaderName

        func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
            var request = request
            request.headers[name] = "1"
            return try await next(request)
        }
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete, "M-SEARCH"])
    func `an unsafe call forgets its address and those that its answer names`(
        method: HTTPMethod
    ) async throws {
        let origin = Origin { request, count in
            let unsafe: Headers = ["Location": "/y", "Content-Location": "https://other.example/z"]
            return (
                200, request.method == .get ? ["Cache-Control": "max-age=60"] : unsafe, "\(count)"
            )
        }
        let ground = Ground(origin)
        for path in ["x", "y", "z"] { _ = try await ground.get("\(path)") }
        let request = try ground.api.makeRequest(method, "x")
        _ = try await ground.api.perform(request)
        #expect(try await ground.get("x").0 == "5")
        #expect(try await ground.get("y").0 == "6")
        #expect(try await ground.get("z") == ("3", .cache))
    }

    @Test func `a failed unsafe call forgets nothing`() async throws {
        let origin = Origin { request, count in
            (request.method == .get ? 200 : 409, ["Cache-Control": "max-age=60"], "\(count)")
        }
        let ground = Ground(origin)
        _ = try await ground.get()
        let _: Response = try await ground.api.delete("x")
        #expect(try await ground.get() == ("1", .cache))
    }

    @Test func `answers are forgotten by address, beginning, word and group`() async throws {
        let origin = Origin { request, count in
            request.method == .get
                ? (200, ["Cache-Control": "max-age=60", "Cache-Groups": "\"g\""], "\(count)")
                : (200, ["Cache-Group-Invalidation": "\"g\""], "")
        }
        let ground = Ground(origin)
        let tagged = ground.api.with { $0.cacheTags = ["users"] }
        let _: Response = try await tagged.get("a")
        _ = try await ground.get("b/1")
        _ = try await ground.get("b/2")
        #expect(await ground.cache.invalidate(tag: "users") == 1)
        #expect(await ground.cache.invalidate(prefix: "https://api.example.com/b/") == 2)
        _ = try await ground.get("c")
        let _: Response = try await ground.api.post("d")
        #expect(await ground.cache.usage().count == 0)
    }

    @Test func `a QUERY is found by what it asks`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60"]))
        func ask(_ text: String) async throws -> (String, ResponseSource) {
            var request = try ground.api.makeRequest(.query, "x")
            request.body = .bytes(text.utf8)
            let response = try await ground.api.perform(request)
            return (response.text(), response.source)
        }
        #expect(try await ask("a") == ("1", .network))
        #expect(try await ask("b") == ("2", .network))
        #expect(try await ask("a") == ("1", .cache))
    }

    @Test func `a HEAD is answered from what a GET brought`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60", "Content-Length": "1"]))
        _ = try await ground.get()
        let response = try await ground.api.perform(try ground.api.makeRequest(.head, "x"))
        #expect(response.source == .cache && response.body.isEmpty)
        #expect(response.headers[.contentLength] == "1")
    }

    @Test func `a HEAD brings what is kept up to date, or shows that it has changed`() async throws
    {
        let origin = Origin { request, count in
            let isHead = request.method == .head
            let hasChanged = isHead && request.url.path == "/other"
            let headers: Headers = [
                "Cache-Control": isHead ? "max-age=60" : "max-age=10",
                "ETag": hasChanged ? "\"w\"" : "\"v\"",
            ]
            return (200, headers, isHead ? "" : "\(count)")
        }
        let ground = Ground(origin)
        for path in ["same", "other"] as [Path] { _ = try await ground.get(path) }
        ground.wait(10)
        for path in ["same", "other"] as [Path] {
            _ = try await ground.api.perform(try ground.api.makeRequest(.head, path))
        }
        ground.wait(30)
        #expect(try await ground.get("same") == ("1", .cache))
        #expect(try await ground.get("other") == ("5", .network))
    }

    @Test func `fields that are named by no-cache are not given without asking`() async throws {
        let headers: Headers = ["Cache-Control": "max-age=60, no-cache=\"Secret\"", "Secret": "1"]
        let ground = Ground(Origin(headers))
        let first: Response = try await ground.api.get("x")
        let second: Response = try await ground.api.get("x")
        #expect(first.headers.contains("Secret"))
        #expect(second.source == .cache && !second.headers.contains("Secret"))
    }

    @Test func `a redirect is kept under its own address`() async throws {
        let origin = Origin { request, count in
            request.url.path == "/old"
                ? (301, ["Cache-Control": "max-age=60", "Location": "/new"], "")
                : (200, ["Cache-Control": "max-age=5"], "\(count)")
        }
        let ground = Ground(origin)
        #expect(try await ground.get("old").0 == "2")
        ground.wait(5)
        #expect(try await ground.get("old").0 == "3")
        #expect(origin.requests.last?.url.path == "/new")
        #expect(try await ground.get("new") == ("3", .cache))
    }

    @Test func `an answer that was under way when its address changed is not kept`() async throws {
        let cache = ResponseCache.memory()
        let origin = Origin(["Cache-Control": "max-age=60"])
        let change = Change(cache)
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.cache(cache), .custom(change)],
            transport: origin
        )
        let _: Response = try await api.get("x")
        #expect(await cache.usage().count == 0)
    }

    /// Changes the address while its answer is on the way.
    struct Change: Middleware {
        let cache: ResponseCache

        init(_ cache: ResponseCache) {
            self.cache = cache
        }

        func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
            let response = try await next(request)
            await cache.invalidate(request.url)
            return response
        }
    }
}
