import Testing
import VencejoHTTP

@Suite struct PercentEncodingTests {
    @Test(
        arguments: [
            ("a-b_c.d~1", "a-b_c.d~1"), ("/?&#%;+", "%2F%3F%26%23%25%3B%2B"), (".", "%2E"),
            ("..", "%2E%2E"), ("...", "..."), ("", ""), ("a b", "a%20b"), ("ñ", "%C3%B1"),
            ("\r\n\0", "%0D%0A%00"), ("=:@!$'()*,", "%3D%3A%40%21%24%27%28%29%2A%2C"),
        ]
    )
    func `Trap: a segment holds nothing that parts an address`(text: String, segment: String) {
        #expect(PercentEncoding.segment(text) == segment)
        if text != ".", text != ".." { #expect(PercentEncoding.queryComponent(text) == segment) }
    }

    @Test func `Any text of Unicode comes back from a segment, a query and a form`() {
        var random = SystemRandomNumberGenerator()
        for round in 0..<3000 {
            let highest: UInt32 = round % 2 == 0 ? 0x7F : 0x10FFFF
            let scalars = (0..<Int.random(in: 0..<8)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...highest, using: &random))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let bytes = Array(text.utf8)
            let segment = PercentEncoding.segment(text)
            #expect(PercentEncoding.decodedBytes(segment) == bytes)
            #expect(PercentEncoding.decodedBytes(PercentEncoding.queryComponent(text)) == bytes)
            let form = PercentEncoding.form([(name: text, value: text)])
            let pairs = PercentEncoding.parsingForm(form)
            #expect(pairs.map { Array($0.name.utf8) } == [bytes])
            #expect(pairs.map { Array($0.value.utf8) } == [bytes])
            let uri = URI("http://a.com/x/\(segment)/y")
            #expect(uri?.path == "/x/\(segment)/y")
        }
    }

    @Test(
        arguments: [
            ("%41%zz%4", "A%zz%4"), ("a+b", "a+b"), ("%", "%"), ("%E9", "\u{FFFD}"),
            ("%c3%B1", "ñ"),
        ]
    )
    func `What begins no escape stays`(text: String, decoded: String) {
        #expect(PercentEncoding.decoded(text) == decoded)
    }

    @Test(arguments: ["http://a.com/%41 b", "a\"<>\\^`{|}#", "a?b/c:d@e[f]%zz"])
    func `Escapes are kept and what is escaped is stable`(text: String) {
        let escaped = PercentEncoding.escapingIRI(text)
        #expect(PercentEncoding.escapingIRI(escaped) == escaped)
    }
}
