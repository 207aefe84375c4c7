import TestSupport
import Testing
import VencejoJSON

@Suite struct `A JSON Pointer` {
    struct Suite: Decodable, Sendable {
        var documents: [String: JSONValue]
        var cases: [Case]
    }

    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        var document: String
        var pointer: String
        var result: String
        var value: JSONValue?
        var testDescription: String { "\(document) \(pointer)" }
    }

    struct Fragment: Decodable, Sendable {
        var fragment: String
        var pointer: String
    }

    static let suite = (try? Conformance.data("json-pointer/evaluate.json"))
        .flatMap { try? JSON().decode(Suite.self, from: $0) }

    static let fragments =
        (try? Conformance.data("json-pointer/uri-fragments.json"))
        .flatMap { try? JSON().decode([Fragment].self, from: $0) } ?? []

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: suite?.cases ?? []
    )
    func `leads to what the standard says`(sample: Case) throws {
        let pointer = JSONPointer(sample.pointer)
        #expect((pointer == nil) == (sample.result == "syntax-error"))
        guard let pointer else { return }
        let document = try #require(Self.suite?.documents[sample.document])
        let value: JSONValue? = sample.value ?? .null
        let expected = sample.result == "value" ? value : .none
        #expect(document[pointer] == expected)
        #expect(pointer.description == sample.pointer)
        #expect(JSONPointer(fragment: pointer.fragment) == pointer)
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: fragments
    )
    func `has a form for addresses`(sample: Fragment) {
        let pointer = JSONPointer(fragment: sample.fragment)
        #expect(pointer?.description == sample.pointer)
        #expect(pointer.flatMap { JSONPointer(fragment: $0.fragment) } == pointer)
    }

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"))
    func `has conformance data to be held against`() {
        #expect(Self.suite?.cases.count ?? 0 > 30)
        #expect(Self.fragments.count > 5)
    }

    @Test(arguments: ["#/%", "#/%4", "#/%G0", "/a", "", "#a", "#/%FF", "#/~2"])
    func `that is no fragment is none`(text: String) {
        #expect(JSONPointer(fragment: text) == nil)
    }

    @Test func `grows by a step`() {
        let place = JSONPointer.root.appending("a/b").appending(3).appending("~")
        #expect(place.description == "/a~1b/3/~0")
        #expect(JSONPointer.root.appending("é %").fragment == "#/%C3%A9%20%25")
    }

    @Test func `is a string in JSON`() throws {
        #expect(try JSON().decode(JSONPointer.self, from: "\"/a/0\"").tokens == ["a", "0"])
        #expect(try JSON().encode(JSONPointer(tokens: ["a/b"])) == Array("\"/a~1b\"".utf8))
        let error = #expect(throws: JSONError.self) {
            try JSON().decode(JSONPointer.self, from: "\"a\"")
        }
        #expect(error?.reason == "\"a\" is not a JSON Pointer")
    }

    struct Syntax: Decodable, Sendable {
        var input: JSONValue
        var valid: Bool
    }

    static let syntax =
        (try? Conformance.data("formats/json-pointer.json"))
        .flatMap { try? JSON().decode([Syntax].self, from: $0) } ?? []

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"), arguments: syntax)
    func `is only what the grammar allows`(sample: Syntax) {
        guard let text = sample.input.stringValue else { return }
        #expect((JSONPointer(text) != nil) == sample.valid)
    }
}
