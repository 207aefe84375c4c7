import TestSupport
import Testing
import VencejoJSON

@Suite struct `A merge patch` {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        var name: String
        var target: JSONValue
        var patch: JSONValue
        var result: JSONValue
        var testDescription: String { name }

        init(from decoder: any Decoder) throws {
            let whole = try JSONValue(from: decoder)
            name = whole["name"]?.stringValue ?? ""
            target = whole["target"] ?? .null
            patch = whole["patch"] ?? .null
            result = whole["result"] ?? .null
        }
    }

    static let cases: [Case] =
        (try? Conformance.data("json-merge-patch/cases.json"))
        .flatMap { try? JSON().decode([Case].self, from: $0) } ?? []

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"), arguments: cases)
    func `does what the standard says`(sample: Case) {
        var value = sample.target
        value.merge(sample.patch)
        #expect(value == sample.result)
    }

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"), arguments: cases)
    func `computed between two values leads from one to the other`(sample: Case) {
        let patch = sample.target.mergePatch(to: sample.result)
        #expect(sample.target.merging(patch) == sample.result)
    }

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"))
    func `has conformance data to be held against`() { #expect(Self.cases.count > 15) }

    @Test func `holds what differs and nothing else`() throws {
        let before = ContactInfo(email: "a@example.com", phone: "1")
        let after = ContactInfo(email: "a@example.com", phone: nil)
        #expect(try JSON().mergePatch(from: before, to: after) == ["phone": nil])
        #expect(try JSON().mergePatch(from: after, to: before) == ["phone": "1"])
        #expect(try JSON().mergePatch(from: after, to: after) == [:])
        let old: JSONValue = ["a": ["b": 1, "c": [1, 2]], "d": 1.0]
        let new: JSONValue = ["a": ["b": 2, "c": [1, 2]], "d": 1, "e": nil]
        #expect(old.mergePatch(to: new) == ["a": ["b": 2]])
    }

    @Test func `writes names as the coder does`() throws {
        let json = JSON(keys: .snakeCase)
        let before = StrictUser(id: 1, contactInfo: StrictContact(phone: "1"))
        let after = StrictUser(id: 1, contactInfo: StrictContact(phone: "2"))
        let patch = try json.mergePatch(from: before, to: after)
        #expect(patch == ["contact_info": ["phone": "2"]])
        let merged = try json.encodeToValue(before).merging(patch)
        #expect(try json.decode(StrictUser.self, from: merged) == after)
    }

    @Test func `removes many members at once, and what is named twice as it is named last`() {
        let names = (0..<20_000).map { "name \($0)" }
        let target = JSONValue.object(JSONObject(names.map { ($0, .bool(true)) }))
        let patch = JSONValue.object(JSONObject(names.dropFirst().map { ($0, .null) }))
        #expect(target.merging(patch) == ["name 0": true])
        let twice = JSONObject([("a", .null), ("a", 1), ("b", 2), ("b", .null)])
        #expect(
            JSONValue.object(["a": 0, "b": 0, "c": 0]).merging(.object(twice)) == ["a": 1, "c": 0]
        )
    }
}
