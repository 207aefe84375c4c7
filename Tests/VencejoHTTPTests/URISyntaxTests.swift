import TestSupport
import Testing
import VencejoHTTP

@Suite struct URISyntaxTests {
    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: Case.all("formats/uri.json")
    )
    func `Well-formed addresses are told from others`(sample: Case) throws {
        #expect(URI.isWellFormed(try #require(sample.text("input"))) == sample.flag("valid"))
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: Case.all("formats/uri-reference.json")
    )
    func `Well-formed references are told from others`(sample: Case) throws {
        let input = try #require(sample.text("input"))
        #expect(URI.isWellFormedReference(input) == sample.flag("valid"))
    }

    /// RFC 3986 §1.1.2, §3.2.2 and appendix A.
    @Test(
        arguments: [
            ("urn:oasis:names:x", true), ("ldap://[2001:db8::7]/c=GB?a?b", true), ("a:", true),
            ("http://[v1.a:b]/", true), ("http://[v1.]/", false), ("http://[1.2.3.4]/", false),
            ("http://a:b/", false), ("http://a:/", true), ("http://a@b@c/", false),
            ("http://a/?q?#f?/", true), ("http://a/#b#c", false), ("http://a/[", false),
            ("é:a", false), ("+a:b", false), ("", false), ("http://[::1]x/", false),
        ]
    )
    func `Every rule of the grammar counts`(text: String, isWellFormed: Bool) {
        #expect(URI.isWellFormed(text) == isWellFormed)
    }

    @Test(arguments: [("1:2", false), ("./1:2", true), ("a/b:c", true), ("", true), ("//", true)])
    func `A first segment with a colon would be a scheme`(text: String, isReference: Bool) {
        #expect(URI.isWellFormedReference(text) == isReference)
    }

    /// Seeds, so that a failure can be repeated.
    @Test(arguments: UInt64(1)...20)
    func `Any text as a segment is one segment of a well-formed address`(seed: UInt64) throws {
        var random = Seeded(state: seed)
        let base = try #require(URI("https://a.example/v1"))
        let kept = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%".utf8)
        for _ in 0..<200 {
            let text = random.text()
            let segment = PercentEncoding.segment(text)
            #expect(segment.utf8.allSatisfy(kept.contains))
            #expect(PercentEncoding.decodedBytes(segment) == Array(text.utf8))
            let joined = base.appending(path: "/" + segment + "/x")
            #expect(joined.path == "/v1/" + segment + "/x")
            #expect(URI(joined.description) == joined && URI.isWellFormed(joined.description))
        }
    }

    @Test(arguments: UInt64(1)...20)
    func `Any text is read or refused, and what is read is stable`(seed: UInt64) throws {
        var random = Seeded(state: seed)
        let base = try #require(URI("https://a.example/v1/b?c"))
        for _ in 0..<200 {
            let text = random.text()
            for uri in [URI("http://" + text), base.resolving(text)] {
                guard let uri else { continue }
                #expect(URI(uri.description) == uri)
                #expect(uri.description.utf8.allSatisfy { 0x21..<0x7F ~= $0 })
            }
        }
    }
}
