import Testing
import VencejoCore
import VencejoHTTP

@Suite struct CookieJarTests {
    /// Answers `login` with a cookie and a redirect, and everything else with nothing.
    private func shop() -> AnswerTransport {
        AnswerTransport { request throws(NetworkError) in
            guard request.url.path == "/v1/login" else {
                return Response(status: 200, request: request)
            }
            return Response(
                status: 302,
                headers: ["Set-Cookie": "id=7; Path=/; Max-Age=60", "Location": "/v1/home"],
                request: request
            )
        }
    }

    @Test func `a cookie set by a redirect is on the next request of the call`() async throws {
        let (transport, jar) = (shop(), CookieJar())
        let api = client(transport, pipeline: [.cookies(jar)])
        try await api.get("login")
        try await api.get("users")
        #expect(transport.requests.map { $0.headers[.cookie] } == [nil, "id=7", "id=7"])
        #expect(await jar.cookies.map(\.name) == ["id"])
    }

    @Test func `no jar, no cookies; two clients, two jars`() async throws {
        let transport = shop()
        try await client(transport).get("login")
        try await client(transport, pipeline: [.cookies(CookieJar())]).get("login")
        try await client(transport, pipeline: [.cookies(CookieJar())]).get("users")
        #expect(transport.requests.map { $0.headers[.cookie] } == [nil, nil, nil, "id=7", nil])
    }

    @Test func `the caller's own cookies come first and win over the jar's`() async throws {
        let (transport, jar) = (AnswerTransport(), CookieJar())
        await jar.set(Cookie("id", "jar", domain: "api.example.com"))
        await jar.set(Cookie("mode", "dark", domain: "api.example.com"))
        let api = client(transport, pipeline: [.cookies(jar)])
        try await api.get("users", headers: ["Cookie": "id=mine; x"])
        #expect(transport.requests.first?.headers.values(of: .cookie) == ["id=mine; x; mode=dark"])
    }

    @Test func `a redirect elsewhere gets the cookies of that place, and no others`() async throws {
        let jar = CookieJar()
        await jar.set(Cookie("home", "1", domain: "api.example.com"))
        await jar.set(Cookie("away", "1", domain: "other.example"))
        let transport = AnswerTransport { request throws(NetworkError) in
            let isHome = request.url.host == "api.example.com"
            return Response(
                status: isHome ? 307 : 200,
                headers: isHome ? ["Location": "https://other.example/"] : [:],
                request: request
            )
        }
        try await client(transport, pipeline: [.cookies(jar)]).get("a", headers: ["Cookie": "me=1"])
        #expect(transport.requests.map { $0.headers[.cookie] } == ["me=1; home=1", "away=1"])
    }

    @Test func `a failed status keeps its cookies too`() async throws {
        let jar = CookieJar()
        let transport = AnswerTransport(401, headers: ["Set-Cookie": "try=1"], "")
        _ = await failure { () throws(NetworkError) in
            try await client(transport, pipeline: [.cookies(jar)]).get("users")
        }
        #expect(await jar.cookies.map(\.name) == ["try"])
    }

    @Test func `bytes bring back what lasts, and sessions only when asked`() async throws {
        let jar = CookieJar(secondsSince1970: { 100 })
        await jar.set(Cookie("session", "1", domain: "a.example"))
        await jar.set(Cookie("lasting", "2", domain: "a.example", path: "/x", expires: 200))
        await jar.set(Cookie("short", "3", domain: "a.example", expires: 150))
        let again = CookieJar(secondsSince1970: { 160 })
        try await again.load(try await jar.bytes())
        #expect(await again.cookies.map(\.name) == ["lasting"])
        let whole = CookieJar(secondsSince1970: { 100 })
        try await whole.load(try await jar.bytes(includingSession: true))
        #expect(await whole.cookies == (await jar.cookies))
    }

    @Test func `bytes that are no cookies are an error and change nothing`() async throws {
        let jar = CookieJar()
        let error = await failure { () throws(NetworkError) in
            try await jar.load(Array(#"[{"name": 1}]"#.utf8))
        }
        guard case .decoding = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await jar.cookies.isEmpty)
    }

    @Test func `cookies are forgotten all, by choice, or at the end of a session`() async throws {
        let jar = CookieJar()
        await jar.set(Cookie("a", "1", domain: "a.example"))
        await jar.set(Cookie("b", "1", domain: "b.example", expires: .max))
        await jar.set(Cookie("c", "1", domain: "b.example"))
        await jar.endSession()
        #expect(await jar.cookies.map(\.name) == ["b"])
        await jar.remove { $0.domain == "b.example" }
        #expect(await jar.cookies.isEmpty)
        await jar.set(Cookie("d", "1", domain: "a.example"))
        await jar.clear()
        #expect(await jar.cookies.isEmpty)
    }

    @Test func `a cookie that would end the field is not kept`() async throws {
        let jar = CookieJar()
        await jar.set(Cookie("a", "1; b=2", domain: "a.example"))
        await jar.set(Cookie("a", "1\r\nX: y", domain: "a.example"))
        await jar.set(Cookie("a=b", "1", domain: "a.example"))
        #expect(await jar.cookies.isEmpty)
    }
}
