import Testing
import VencejoHTTP

@Suite struct CacheFieldTests {
    @Test(
        arguments: [
            (["7200, 0"], 7200), (["0, 7200"], 0), (["7200", "0"], 7200), (["abc"], nil),
            (["-7200"], nil), (["7200.0"], nil), ([" 5 "], 5), ([""], nil), ([], nil),
            (["99999999999999999999999"], .max), (["7200;a=b"], nil), (["+5"], nil),
        ] as [([String], Int?)]
    )
    func `of several ages the first counts`(lines: [String], age: Int?) {
        #expect(Headers(lines.map { HeaderField("Age", $0) }).age == age)
    }

    @Test(
        arguments: [
            (["Thu, 18 Aug 2050 02:01:18 GMT"], 2_544_400_878),
            (["thu, 18 AUG 2050 02:01:18 gMT"], 2_544_400_878),
            (["THURSDAY, 18-aug-50 02:01:18 gmt"], 2_544_400_878),
            (["thu aug 18 02:01:18 2050"], 2_544_400_878),
            (["Thu, 18 Aug 2050 02:01:18 UTC"], nil), (["Thu 18 Aug 2050 02:01:18 GMT"], nil),
            (["Thu, 18  Aug  2050 02:01:18 GMT"], nil), (["0"], nil), ([], nil),
            (["Thu, 18 Aug 2050 02:01:18 GMT", "Thu, 18 Aug 2050 02:01:18 GMT"], 2_544_400_878),
            (["Thu, 18 Aug 2050 02:01:18 GMT", "Thu, 18 Aug 2051 02:01:18 GMT"], nil),
        ] as [([String], Int?)]
    )
    func `dates are read without regard to case, and not where they differ`(
        lines: [String],
        seconds: Int?
    ) {
        let headers = Headers(lines.map { HeaderField(.expires, $0) })
        #expect(headers.date(.expires, now: 1_795_000_000)?.secondsSince1970 == seconds)
    }

    @Test(
        arguments: [
            (["*"], true, []), ([", *"], true, []), (["Foo", "*"], true, ["Foo"]),
            (["a,B", "A ,\tc"], false, ["a", "B", "c"]), ([""], false, []),
            (["a b, d, \"e\""], false, ["d"]),
        ] as [([String], Bool, [HeaderName])]
    )
    func `an asterisk anywhere means that nothing will do`(
        lines: [String],
        isAny: Bool,
        names: [HeaderName]
    ) {
        #expect(Vary(lines).isAny == isAny)
        #expect(Vary(lines).names == names)
    }

    @Test func `no-cache means all, or the fields that it names`() {
        let named = CacheControl(["no-cache=\"a, B\", max-age=5"])
        #expect(named.noCache && !named.noCacheWhole)
        #expect(named.noCacheFields == ["a", "b"])
        #expect(CacheControl(["no-cache=\"a\", no-cache"]).noCacheWhole)
        #expect(CacheControl(["no-cache=\"\""]).noCacheWhole)
        #expect(CacheControl(["no-cache"]).noCacheFields.isEmpty)
        #expect(!CacheControl(["max-age=1"]).noCacheWhole)
    }

    @Test(
        arguments: [
            ("bytes 0-499/1234", 0...499, 1234), ("BYTES 5-5/*", 5...5, nil),
            ("bytes */7", nil, 7),
        ] as [(String, ClosedRange<Int>?, Int?)]
    )
    func `a content range is read and written`(
        text: String,
        bytes: ClosedRange<Int>?,
        length: Int?
    ) {
        let range = ContentRange(text)
        #expect(range?.bytes == bytes && range?.completeLength == length)
        #expect(range?.description == text.lowercased())
    }

    @Test(
        arguments: [
            "", "bytes", "bytes 0-5", "bytes 5-0/10", "bytes 0-10/10", "bytes */*", "items 0-1/2",
            "bytes 0-1/2 ", "bytes -1/2", "bytes 0-9223372036854775807/*",
            "bytes 0-99999999999999999999/*", "bytes  0-1/2",
        ]
    )
    func `what is no content range is none`(text: String) {
        #expect(ContentRange(text) == nil || text.hasSuffix(" "))
    }

    @Test func `asked ranges are read`() {
        #expect(ByteRanges("bytes=0-1, 5-, -3")?.parts == [.between(0...1), .from(5), .last(3)])
        for text in ["bytes=", "bytes=a-b", "bytes=5-1", "items=0-1", "bytes 0-1", "bytes=1", "-1"]
        {
            #expect(ByteRanges(text) == nil)
        }
    }
}
