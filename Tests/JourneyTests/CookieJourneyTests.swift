import Testing
import Vencejo
import VencejoMockServer
import VencejoTesting

@Suite struct CookieJourneyTests {
    private struct Visit: Codable, Sendable {
        let cookie: String
    }

    /// Signs in through a redirect that sets a cookie, and asks what the server saw.
    private func signIn(_ api: APIClient) async throws -> [String] {
        let landed: Visit = try await api.post("login", body: ["user": "ada"])
        let later: Visit = try await api.get("echo")
        return [landed.cookie, later.cookie]
    }

    @Test func `signing in through a redirect, over a socket`() async throws {
        let server = try await MockServer(routes: [])
        server.on(.post, "login") { _ in
            .redirect(303, to: "/echo")
                .header(.setCookie, "id=7; Path=/; HttpOnly")
                .header(.setCookie, "theme=dark; Path=/echo; Max-Age=60")
        }
        server.on(.get, "echo") { request in
            .json(["cookie": .string(request.headers[.cookie] ?? "")])
        }
        let jar = CookieJar()
        let api = APIClient(baseURL: server.url, pipeline: [.cookies(jar)])
        #expect(try await signIn(api) == ["theme=dark; id=7", "theme=dark; id=7"])
        let stranger = APIClient(baseURL: server.url)
        #expect(try await signIn(stranger) == ["", ""])
        let next = CookieJar()
        try await next.load(try await jar.bytes())
        let nextDay = APIClient(baseURL: server.url, pipeline: [.cookies(next)])
        let seen: Visit = try await nextDay.get("echo")
        #expect(seen.cookie == "theme=dark")
        await api.close()
        await stranger.close()
        await nextDay.close()
        await server.stop()
    }

    @Test func `signing in through a redirect, on stubs`() async throws {
        let jar = CookieJar()
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.cookies(jar)],
            transport: .stub {
                $0.on(
                    .post,
                    "login",
                    respond: .status(
                        303,
                        headers: ["Location": "/echo", "Set-Cookie": "id=7; Path=/; Secure"]
                    )
                )
                $0.on(
                    .get,
                    "echo",
                    respond: .reply { .json(Visit(cookie: $0.headers[.cookie] ?? "")) }
                )
            }
        )
        #expect(try await signIn(api) == ["id=7", "id=7"])
    }
}
