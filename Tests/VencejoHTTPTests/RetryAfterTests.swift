import TestSupport
import Testing
import VencejoHTTP

@Suite struct RetryAfterTests {
    private static let cap = 3600

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: Case.all("http-auth/retry-after.json")
    )
    func `A pause is a number of seconds or a date`(sample: Case) throws {
        let now = try seconds(try #require(sample.text("now")))
        let pause = RetryAfter(try #require(sample.text("value")), now: now)
        let wait = pause.map { min($0.seconds(from: now), Self.cap) }
        #expect(wait == (sample.text("seconds") == "cap" ? Self.cap : sample["seconds"] as? Int))
    }

    @Test func `A date that is past means now`() throws {
        let pause = try #require(RetryAfter("Thu, 01 Jan 1970 00:00:00 GMT"))
        #expect(pause.seconds(from: 1) == 0 && pause.seconds(from: -9) == 9)
        #expect(pause.seconds(from: .max) == 0)
        #expect(RetryAfter("Fri, 31 Dec 9999 23:59:59 GMT")?.seconds(from: .min) == .max)
    }
}
