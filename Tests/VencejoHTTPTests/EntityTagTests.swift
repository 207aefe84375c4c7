import Testing
import VencejoHTTP

@Suite struct EntityTagTests {
    @Test(
        arguments: [
            (#""v1""#, true), (#"W/"v1""#, true), (#" "" "#, true), (#""a,b""#, true),
            ("v1", false), (#"w/"v1""#, false), (#""a" "b""#, false), (#""a"#, false),
            (#""a b""#, false), ("", false), ("*", false), (#"W"a""#, false),
        ]
    )
    func `A tag stands in quotes`(text: String, isTag: Bool) {
        let tag = EntityTag(text)
        #expect((tag != nil) == isTag)
        if let tag { #expect(EntityTag(tag.description) == tag) }
    }

    @Test(
        arguments: [
            (#"W/"1""#, #"W/"1""#, false, true), (#"W/"1""#, #"W/"2""#, false, false),
            (#"W/"1""#, #""1""#, false, true), (#""1""#, #""1""#, true, true),
        ]
    )
    func `Two tags match strongly or weakly`(
        left: String,
        right: String,
        strongly: Bool,
        weakly: Bool
    ) throws {
        let left = try #require(EntityTag(left))
        let right = try #require(EntityTag(right))
        #expect(left.stronglyMatches(right) == strongly)
        #expect(left.weaklyMatches(right) == weakly)
    }

    @Test func `A list may hold commas in its tags`() {
        let tags = EntityTag.list(#", "a,b" , W/"c",, "d""#)
        #expect(tags.map(\.opaque) == ["a,b", "c", "d"])
        #expect(EntityTag.list("*").isEmpty && EntityTag.list(#""a" x, "b""#).count == 1)
    }

    @Test func `A tag of its own text has nothing that breaks it`() {
        #expect(EntityTag(opaque: "a\"b") == nil && EntityTag(opaque: "a b") == nil)
        #expect(EntityTag(opaque: "v1", isWeak: true)?.description == #"W/"v1""#)
    }
}
