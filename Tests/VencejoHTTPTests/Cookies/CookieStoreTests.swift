import Testing
import VencejoHTTP

@Suite struct CookieStoreTests {
    private func jar(_ limits: CookieLimits = CookieLimits()) -> CookieStore {
        CookieStore(suffixes: .common, limits: limits)
    }

    private func sent(_ store: CookieStore, _ url: String, at now: Int = 0) throws -> [String] {
        var store = store
        let url = try #require(URI(url))
        return store.cookies(for: url, now: now).map { "\($0.name)=\($0.value)" }
    }

    private func kept(
        _ line: String,
        from text: String = "https://www.shop.example/a/b"
    ) throws -> Cookie? {
        var store = jar()
        store.store([line], from: try #require(URI(text)), now: 0)
        return store.all(now: 0).first
    }

    @Test func `attributes are kept, whatever their case and order`() throws {
        let line = "id=7; SECURE; httponly; samesite=Lax; PATH=/x; domain=.Shop.EXAMPLE; max-age=9"
        let cookie = try #require(try kept(line))
        #expect(cookie.isSecure && cookie.isHTTPOnly && !cookie.isHostOnly)
        #expect(cookie.sameSite == .lax)
        #expect(cookie.domain == "shop.example")
        #expect(cookie.path == "/x")
        #expect(cookie.expires == 9)
    }

    @Test func `a cookie without attributes is for its host and folder`() throws {
        let cookie = try #require(try kept("id=7"))
        #expect(cookie.isHostOnly)
        #expect(cookie.domain == "www.shop.example")
        #expect(cookie.path == "/a")
        #expect(cookie.expires == nil)
    }

    @Test(arguments: [
        "id=7; Domain=com", "id=7; Domain=co.uk", "id=7; Domain=other.example", "=7", "id",
        "id=\u{1}", "id=7; Domain=a.www.shop.example", "id=7; Domain=www.shop.example:80",
    ])
    func `what is foreign, nameless or unsendable is not kept`(line: String) throws {
        #expect(try kept(line) == nil)
    }

    @Test func `nobody sets a cookie for all of a public suffix, but each host for itself`() throws
    {
        #expect(try kept("a=1; Domain=co.uk", from: "https://evil.co.uk/") == nil)
        #expect(try kept("a=1; Domain=x.ck", from: "https://evil.x.ck/") == nil)
        #expect(try kept("a=1; Domain=www.ck", from: "https://b.www.ck/")?.isHostOnly == false)
        #expect(try kept("a=1; Domain=github.io", from: "https://github.io/")?.isHostOnly == true)
        #expect(try kept("a=1; Domain=localhost", from: "http://localhost/")?.isHostOnly == true)
    }

    @Test func `a list of suffixes can be added to`() throws {
        let suffixes = PublicSuffixes.common.adding(["// ours", "apps.example", "*.run.example"])
        #expect(suffixes.contains("apps.example") && suffixes.contains("a.run.example"))
        #expect(!suffixes.contains("a.apps.example") && !suffixes.contains("run.example"))
        #expect(!PublicSuffixes([]).contains("co.uk") && PublicSuffixes([]).contains("uk"))
    }

    @Test(arguments: [
        ("__Host-a=1; Secure; Path=/", true), ("__Host-a=1; Path=/", false),
        ("__Host-a=1; Secure; Path=/; Domain=www.shop.example", false),
        ("__Host-a=1; Secure", false), ("__Secure-a=1; Secure", true), ("__secure-a=1", false),
    ])
    func `a name's promise is kept or the cookie is not`(line: String, isKept: Bool) throws {
        #expect((try kept(line) != nil) == isKept)
        #expect(try kept(line, from: "http://www.shop.example/") == nil)
    }

    @Test func `a secure cookie leaves over TLS only, or to this machine`() throws {
        var store = jar()
        store.store(["a=1; Secure"], from: try #require(URI("https://a.example/")), now: 0)
        store.store(["b=1; Secure"], from: try #require(URI("http://localhost:8/")), now: 0)
        #expect(try sent(store, "https://a.example/") == ["a=1"])
        #expect(try sent(store, "http://a.example/") == [])
        #expect(try sent(store, "http://localhost:8/") == ["b=1"])
    }

    @Test func `plain http puts nothing before a cookie of TLS`() throws {
        var store = jar()
        store.store(
            ["a=safe; Secure; Path=/"],
            from: try #require(URI("https://a.example/")),
            now: 0
        )
        store.store(["a=evil; Path=/x"], from: try #require(URI("http://a.example/")), now: 0)
        #expect(try sent(store, "https://a.example/x") == ["a=safe"])
    }

    @Test(arguments: [
        ("a=1; Max-Age=10", 9, true), ("a=1; Max-Age=10", 10, false), ("a=1; Max-Age=0", 0, false),
        ("a=1; Max-Age=-5", 0, false), ("a=1; Max-Age=x", 1 << 50, true),
        ("a=1; Max-Age=99999999999999999999", 1 << 39, true),
        ("a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:05 GMT", 6, true),
        ("a=1; Expires=Thu, 01 Jan 1970 00:00:05 GMT", 5, false),
    ])
    func `a cookie ends when it says`(line: String, now: Int, isSent: Bool) throws {
        var store = jar()
        store.store([line], from: try #require(URI("https://a.example/")), now: 0)
        #expect(try sent(store, "https://a.example/", at: now) == (isSent ? ["a=1"] : []))
    }

    @Test func `a later cookie takes the place and the turn of an earlier one`() throws {
        var store = jar()
        let url = try #require(URI("https://a.example/"))
        store.store(["a=1", "b=1", "a=2", "c=1; Path=/x"], from: url, now: 0)
        #expect(try sent(store, "https://a.example/x") == ["c=1", "a=2", "b=1"])
        store.store(["a=; Max-Age=0"], from: url, now: 0)
        #expect(try sent(store, "https://a.example/") == ["b=1"])
    }

    @Test func `an address in numbers has no domains above it`() throws {
        #expect(try kept("a=1; Domain=0.0.1", from: "http://127.0.0.1/") == nil)
        #expect(try kept("a=1; Domain=127.0.0.1", from: "http://127.0.0.1/")?.domain == "127.0.0.1")
    }

    @Test func `the least used give way when there are too many`() throws {
        var store = jar(CookieLimits(perDomain: 2, total: 3))
        let first = try #require(URI("https://a.example/"))
        let second = try #require(URI("https://b.example/"))
        store.store(["a=1; Path=/a", "b=1; Path=/b"], from: first, now: 0)
        _ = store.cookies(for: try #require(URI("https://a.example/a")), now: 0)
        store.store(["c=1; Path=/c"], from: first, now: 0)
        #expect(store.all(now: 0).map(\.name) == ["a", "c"])
        store.store(["d=1", "e=1"], from: second, now: 0)
        #expect(store.all(now: 0).map(\.name) == ["c", "d", "e"])
    }

    @Test func `ended cookies make room before others do`() throws {
        var store = jar(CookieLimits(perDomain: 2, total: 2))
        let url = try #require(URI("https://a.example/"))
        store.store(["a=1", "b=1; Max-Age=5"], from: url, now: 0)
        store.store(["c=1"], from: url, now: 6)
        #expect(store.all(now: 6).map(\.name) == ["a", "c"])
    }

    @Test func `a cookie of more than four thousand bytes is not kept`() throws {
        #expect(try kept("a=" + String(repeating: "x", count: 4095)) != nil)
        #expect(try kept("a=" + String(repeating: "x", count: 4096)) == nil)
    }
}
