import TestSupport
import Testing
import VencejoHTTP

@Suite struct HTTPDateTests {
    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: Case.all("dates/http-dates.json")
    )
    func `Three forms are dates and nothing else is`(sample: Case) throws {
        let date = HTTPDate(try #require(sample.text("input")))
        let expected = try sample.text("expected").map(seconds)
        if date == nil, sample.flag("lenient") { return }
        #expect(date?.secondsSince1970 == expected)
        if sample.text("form") == "imf-fixdate", !sample.flag("lenient") {
            #expect(date?.description == sample.text("input"))
        }
    }

    @Test(
        arguments: [
            (2026, "Friday, 31-Dec-99 23:59:59 GMT", 1999),
            (2026, "Friday, 31-Dec-75 23:59:59 GMT", 2075),
            (2026, "Friday, 31-Dec-77 23:59:59 GMT", 1977),
            (2060, "Friday, 31-Dec-99 23:59:59 GMT", 2099),
            (2060, "Friday, 31-Dec-01 23:59:59 GMT", 2001),
            (1994, "Friday, 31-Dec-93 23:59:59 GMT", 1993),
        ]
    )
    func `Two digits mean the year that is at most fifty years ahead`(
        now: Int,
        text: String,
        year: Int
    ) throws {
        let date = HTTPDate(text, now: try seconds("\(now)-06-01T00:00:00Z"))
        #expect(date?.secondsSince1970 == (try seconds("\(year)-12-31T23:59:59Z")))
    }

    @Test func `Fifty years ahead to the second is the limit`() throws {
        let now = try seconds("2026-06-01T12:00:00Z")
        let at = HTTPDate("Monday, 01-Jun-76 12:00:00 GMT", now: now)
        let after = HTTPDate("Monday, 01-Jun-76 12:00:01 GMT", now: now)
        #expect(at?.secondsSince1970 == (try seconds("2076-06-01T12:00:00Z")))
        #expect(after?.secondsSince1970 == (try seconds("1976-06-01T12:00:01Z")))
    }

    @Test func `What is written is read back, in every century`() {
        var second = -62_167_219_200
        while second < 253_402_300_800 {
            let date = HTTPDate(secondsSince1970: second)
            #expect(HTTPDate(date.description) == date)
            second += 86_400 * 397 + 12_345
        }
    }

    @Test func `Moments beyond four digits are moved to the end`() {
        let end = HTTPDate(secondsSince1970: .max)
        #expect(end.description == "Fri, 31 Dec 9999 23:59:59 GMT")
        let beginning = HTTPDate(secondsSince1970: .min)
        #expect(beginning.description == "Sat, 01 Jan 0000 00:00:00 GMT")
        #expect(beginning < end)
    }
}
