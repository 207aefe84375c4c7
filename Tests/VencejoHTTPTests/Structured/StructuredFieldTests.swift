import Foundation
import TestSupport
import Testing
import VencejoHTTP

@Suite struct StructuredFieldTests {
    static let files = [
        "binary", "boolean", "date", "dictionary", "display-string", "examples", "item",
        "key-generated", "large-generated", "list", "listlist", "number-generated", "number",
        "param-dict", "param-list", "param-listlist", "string-generated", "string",
        "token-generated", "token",
    ]

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"), arguments: files)
    func `fields are read and written as the suite says`(file: String) throws {
        for sample in try StructuredSample.all([file]) {
            let lines = try #require(sample.raw)
            let parsed = sample.parsed(lines)
            if sample.mustFail {
                #expect(parsed == nil, "\(sample.name)")
                continue
            }
            if parsed == nil, sample.canFail { continue }
            #expect(parsed == sample.expected, "\(sample.name)")
            #expect(parsed?.serialized == sample.canonical, "\(sample.name)")
        }
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: ["key-generated", "number", "string-generated", "token-generated"]
    )
    func `what cannot be written is not`(file: String) throws {
        for sample in try StructuredSample.all(["serialisation-tests/" + file]) {
            let text = sample.expected?.serialized
            #expect(text == (sample.mustFail ? nil : sample.canonical), "\(sample.name)")
        }
    }

    @Test func `a field is used by its members`() throws {
        let field = try #require(StructuredDictionary(["u=1, i", "x=(a \"b\");q=0.5"]))
        #expect(field.members["u"]?.value?.intValue == 1)
        #expect(field.members["i"]?.value?.boolValue == true)
        #expect(field.members["x"]?.parameters["q"]?.doubleValue == 0.5)
        #expect(field.members["y"] == nil)
        #expect(field.serialized() == "u=1, i, x=(a \"b\");q=0.5")
        var members = field.members
        members["u"] = nil
        members["i"] = .item(StructuredItem(.token("t")))
        #expect(StructuredDictionary(members).serialized() == "i=t, x=(a \"b\");q=0.5")
    }

    @Test func `long and hostile fields are read in time in proportion to their length`() {
        let count = 200_000
        let hostile = [
            String(repeating: "(", count: count), String(repeating: "a;", count: count),
            String(repeating: "a,", count: count) + "!", String(repeating: "a=1,", count: count),
            "\"" + String(repeating: "\\\\", count: count),
            String(repeating: "\"", count: count), String(repeating: "(a)", count: count),
        ]
        for text in hostile {
            #expect(StructuredList([text]) == nil)
            #expect(StructuredDictionary([text]) == nil)
            #expect(StructuredItem([text]) == nil)
        }
        let wide = (0..<count).map { "k\($0)=\($0)" }.joined(separator: ",")
        #expect(StructuredDictionary([wide])?.members.count == count)
    }

    @Test func `numbers outside the range and endless ones are not written`() {
        #expect(StructuredItem(.decimal(.infinity)).serialized() == nil)
        #expect(StructuredItem(.decimal(.nan)).serialized() == nil)
        #expect(StructuredItem(.decimal(1e12)).serialized() == nil)
        #expect(StructuredItem(.decimal(999_999_999_999.9999)).serialized() == nil)
        #expect(StructuredItem(.integer(.min)).serialized() == nil)
        #expect(StructuredItem(.decimal(-0.0001)).serialized() == "0.0")
        #expect(StructuredItem(.date(-1)).serialized() == "@-1")
    }
}
