import Testing
import VencejoHTTP

@Suite struct CacheControlTests {
    @Test(
        arguments: [
            (["max-age=60"], 60), (["MAX-AGE=\"60\""], 60), (["max-age=60, max-age=5"], 60),
            (["max-age=-1"], nil), (["max-age=1.5"], nil), (["max-age="], nil), (["max-age"], nil),
            (["a=\"max-age=1\", max-age=2"], 2), (["private", "max-age=3"], 3), ([], nil),
            (["max-age=99999999999999999999"], .max), ([", ,max-age=1 junk"], nil),
            (["x-max-age=1"], nil), (["ñ, max-age=4"], 4),
            (["a b=\"x, max-age=5, y\""], nil), (["max-age =6"], nil), (["max-age='7'"], nil),
            (["max-age=007"], 7), (["max-age=7.0"], nil),
        ] as [([String], Int?)]
    )
    func `the age is read`(values: [String], seconds: Int?) {
        #expect(CacheControl(values).maxAge == seconds)
    }

    @Test func `directives are kept in order and written again`() {
        let control = CacheControl(["No-Store, private=\"a, b\"", "max-stale, immutable"])
        #expect(
            control.directives.map(\.name) == ["no-store", "private", "max-stale", "immutable"]
        )
        #expect(control["PRIVATE"]?.value == "a, b")
        #expect(control.noStore && control.isPrivate && control.isImmutable)
        #expect(!control.noCache && !control.isPublic && !control.mustRevalidate)
        #expect(control.maxStale == .max)
        #expect(control.description == "no-store, private=\"a, b\", max-stale, immutable")
        #expect(CacheControl([control.description]) == control)
    }
}
