import TestSupport
import Testing
import VencejoHTTP

@Suite struct MediaTypeTests {
    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: Case.all("media-types/mime-types.json")
            + Case.all("media-types/generated-mime-types.json")
    )
    func `A media type is read and written as browsers do`(sample: Case) throws {
        let input = try #require(sample.text("input"))
        #expect(MediaType(input)?.description == sample.text("output"))
    }

    @Test(
        arguments: [
            ("application/json", true), ("text/json; charset=utf-8", true),
            ("Application/Problem+JSON", true), ("application/json-patch+json", true),
            ("application/jsonp", false), ("application/xml", false), ("text/plain", false),
        ]
    )
    func `JSON is known by name and by suffix`(text: String, isJSON: Bool) {
        #expect(MediaType(text)?.isJSON == isJSON)
    }

    @Test(
        arguments: [
            ("text/html", "*/*", true), ("text/html", "text/*", true),
            ("text/html", "TEXT/HTML;q=0.5", true), ("text/html", "text/plain", false),
            ("text/html;level=1", "text/html;level=1", true),
            ("text/html", "text/html;level=1", false),
            ("text/html;charset=UTF-8", "text/html;charset=utf-8", true),
            ("text/html", "html", false), ("application/html", "text/*", false),
        ]
    )
    func `A type is in a range or not`(text: String, range: String, isIn: Bool) {
        #expect(MediaType(text)?.matches(range) == isIn)
    }

    @Test func `Parts are at hand`() throws {
        let type = try #require(MediaType(#"Text/HTML; Charset="utf-8"; x="a\"b""#))
        #expect(type.essence == "text/html" && type.charset == "utf-8" && type["x"] == #"a"b"#)
        #expect(type.description == #"text/html;charset=utf-8;x="a\"b""#)
        #expect(MediaType.json == MediaType("application/json"))
    }
}
