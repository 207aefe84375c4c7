#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(2)))
struct `3.11 Cookies` {
    /// What the server sees of a cookie after one that sets it.
    private func seen(
        _ line: Line,
        setting cookie: String,
        from path: Path = "set",
        redirecting: Bool = false
    ) async throws -> String? {
        let plain = redirecting ? MockResponse.redirect(302, to: "/end") : .text("ok")
        line.server.on(.get, "set", respond: plain.header(.setCookie, cookie))
        let _: Response = try await line.api.get(path)
        let _: Response = try await line.api.get("end")
        return line.server.requests.last?.headers[.cookie]
    }

    @Test(arguments: Way.all)
    func `with a jar are kept and sent`(_ way: Way) async throws {
        let line = try await Line(way, pipeline: [.cookies(CookieJar())])
        #expect(try await seen(line, setting: "a=1; Path=/; HttpOnly") == "a=1")
    }

    @Test(arguments: Way.all)
    func `without a jar are neither kept nor sent`(_ way: Way) async throws {
        let line = try await Line(way)
        #expect(try await seen(line, setting: "a=1; Path=/") == nil)
    }

    @Test(arguments: Way.all)
    func `set by a redirect go with the next request`(_ way: Way) async throws {
        let line = try await Line(way, pipeline: [.cookies(CookieJar())])
        #expect(try await seen(line, setting: "a=1; Path=/", redirecting: true) == "a=1")
        // The redirect itself was followed with it.
        #expect(line.server.requests[1].headers[.cookie] == "a=1")
    }

    @Test(
        arguments: Way.all,
        ["a=1; Domain=other.example", "a=1; Path=/elsewhere", "a=1; Max-Age=0"]
    )
    func `for somebody else are refused`(_ way: Way, _ cookie: String) async throws {
        let line = try await Line(way, pipeline: [.cookies(CookieJar())])
        #expect(try await seen(line, setting: cookie) == nil)
    }

    @Test(arguments: Way.all)
    func `of one client are no other's`(_ way: Way) async throws {
        let first = try await Line(way, pipeline: [.cookies(CookieJar())])
        #expect(try await seen(first, setting: "a=1; Path=/") == "a=1")
        let second = try await Line(way, pipeline: [.cookies(CookieJar())])
        let _: Response = try await second.api.get("end")
        #expect(second.server.requests.last?.headers[.cookie] == nil)
    }
}
#endif
