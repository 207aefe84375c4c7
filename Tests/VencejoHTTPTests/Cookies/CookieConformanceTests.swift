import TestSupport
import Testing
import VencejoHTTP

@Suite struct CookieConformanceTests {
    /// 2012-01-01T00:00:00Z: many of the dates lie in the past today.
    private static let now = 1_325_376_000

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: Case.all("cookies/http-state.json").filter { !$0.flag("optional") }
    )
    func `a jar sends what browsers agreed on, in their order`(sample: Case) throws {
        var store = CookieStore(suffixes: .common, limits: CookieLimits())
        let from = try #require(sample.text("set_url").flatMap { URI($0) })
        let to = try #require(sample.text("request_url").flatMap { URI($0) })
        store.store(sample.texts("set_cookie"), from: from, now: Self.now)
        let sent = store.cookies(for: to, now: Self.now).map { "\($0.name)=\($0.value)" }
        #expect(sent.joined(separator: "; ") == sample.text("expected_cookie_header") ?? "")
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: Case.all("cookies/cookie-dates.json")
    )
    func `a date is found wherever its parts stand`(sample: Case) throws {
        let text = try #require(sample.text("input"))
        let expected = try sample.text("expected").map(seconds)
        var store = CookieStore(suffixes: .common, limits: CookieLimits())
        let url = try #require(URI("https://a.example/"))
        store.store(["a=1; Expires=\(text)"], from: url, now: .min)
        // A date that is none is as if it were not there.
        #expect(store.all(now: .min).map(\.expires) == [expected])
    }
}
