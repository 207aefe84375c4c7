import Foundation
import TestSupport
import Testing
import VencejoHTTP

@Suite struct LinkTests {
    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: Case.all("link-header/cases.json")
    )
    func `Links are read by the algorithm of the standard`(sample: Case) throws {
        let links = Link.parse(sample.texts("values"))
        let expected = sample.cases("links")
        try #require(links.count == expected.count)
        for (link, expected) in zip(links, expected) {
            #expect(link.target == expected.text("target")?.trimmingCharacters(in: .whitespaces))
            #expect(link.relations == expected.texts("rels_as_written"))
            #expect(link.anchor == expected.text("anchor"))
            let attributes = expected["attributes"] as? [[Any]] ?? []
            #expect(
                link.attributes
                    == attributes.map { attribute in
                        let more = attribute.dropFirst(2).first as? [String: String]
                        return Link.Attribute(
                            name: attribute[0] as? String ?? "",
                            value: attribute[1] as? String ?? "",
                            language: more?["language"]
                        )
                    }
            )
        }
    }

    @Test func `Relations are compared without case`() {
        let link = Link(target: "/2", relations: ["Next", "http://a.com/Rel"])
        #expect(link.hasRelation("next") && link.hasRelation("HTTP://a.com/rel"))
        #expect(!link.hasRelation("prev"))
    }

    @Test func `A relation is found where it is about the answer`() {
        let values = ["<a>; rel=next; anchor=\"#x\", <b>; rel=\"prev NEXT\"", "<c>; rel=next"]
        #expect(Link.target(of: "Next", in: values) == "b")
        #expect(Link.target(of: "last", in: values) == nil)
    }

    @Test(arguments: ["<a", "<a>;", "<a>; x=\"", "<a>; x=\"\\", ",,,", ";", "<a> b", "<a>; =;=,"])
    func `What is cut off ends its line and no more`(value: String) {
        #expect(Link.parse([value, "<z>; rel=last"]).last?.target == "z")
    }

    @Test func `A broken line does not hide the others`() {
        let links = Link.parse(["<a; rel=x", "junk", "<b>; rel=y"])
        #expect(links.map(\.target) == ["b"])
    }
}
