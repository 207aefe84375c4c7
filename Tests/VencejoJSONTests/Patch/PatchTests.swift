import TestSupport
import Testing
import VencejoJSON

@Suite struct `A JSON Patch` {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        var comment: String?
        var doc: JSONValue
        var patch: JSONValue
        var expected: JSONValue?
        var error: String?
        var disabled: Bool?
        var testDescription: String { comment ?? error ?? patch.serialized() }

        /// Null is a value that may be expected.
        init(from decoder: any Decoder) throws {
            let whole = try JSONValue(from: decoder)
            comment = whole["comment"]?.stringValue
            doc = whole["doc"] ?? .null
            patch = whole["patch"] ?? .null
            expected = whole["expected"]
            error = whole["error"]?.stringValue
            disabled = whole["disabled"]?.boolValue
        }
    }

    static let cases: [Case] = ["spec_tests", "tests"].flatMap { name in
        (try? Conformance.data("json-patch/\(name).json"))
            .flatMap { try? JSON().decode([Case].self, from: $0) } ?? []
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: cases.filter { $0.disabled != true }
    )
    func `does what the standard says`(sample: Case) throws {
        var value = sample.doc
        do throws(JSONPatch.Failure) {
            let patch = try JSONPatch(sample.patch)
            #expect(try JSONPatch(patch.value) == patch)
            try value.apply(patch)
            #expect(sample.error == nil, "it applied and must not")
            if let expected = sample.expected { #expect(value == expected) }
        } catch {
            #expect(sample.error != nil, "\(error)")
            #expect(value == sample.doc)
            #expect(error.description.isEmpty == false)
        }
    }

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"))
    func `has conformance data to be held against`() { #expect(Self.cases.count > 70) }

    @Test(arguments: [
        (#"{"op":"add"}"#, "a patch is an array, not an object"),
        ("[1]", "operation 0: an operation is an object, not a number"),
        (#"[{"op":"test","path":"","value":{}},{}]"#, "operation 1: 'op' is missing"),
        (#"[{"op":"add","path":"/a"}]"#, "operation 0: 'value' is missing"),
        (
            #"[{"op":"add","path":"a","value":1}]"#,
            #"operation 0: 'path' is not a JSON Pointer: "a""#
        ),
        (#"[{"op":"move","path":"/a"}]"#, "operation 0: 'from' is missing"),
        (#"[{"op":"spam","path":"/a"}]"#, #"operation 0: unknown 'op': "spam""#),
        (#"[{"op":"remove","op":"add","path":"/a"}]"#, "operation 0: 'op' is there twice"),
        (#"[{"op":"remove","path":""}]"#, "operation 0: the whole value cannot be removed"),
        (#"[{"op":"remove","path":"/x"}]"#, "operation 0: there is no '/x'"),
        (#"[{"op":"add","path":"/x/y","value":1}]"#, "operation 0: there is no '/x/y'"),
        (
            #"[{"op":"add","path":"/a/5","value":1}]"#,
            "operation 0: '/a/5' is no place in an array of 2"
        ),
        (#"[{"op":"add","path":"/b/c","value":1}]"#, "operation 0: '/b/c' lies in a string"),
        (
            #"[{"op":"move","from":"/a","path":"/a/0"}]"#,
            "operation 0: '/a' cannot move into itself"
        ),
        (#"[{"op":"test","path":"/b","value":1}]"#, "operation 0: '/b' is not what the test says"),
    ])
    func `that does not apply says why`(patch: String, message: String) throws {
        let document = try JSONValue(parsing: #"{"a":[1,2],"b":"x"}"#)
        let value = try JSONValue(parsing: patch)
        let failure = #expect(throws: JSONPatch.Failure.self) {
            try document.applying(JSONPatch(value))
        }
        #expect(failure?.description == message)
    }

    @Test func `is decoded and encoded like any type`() throws {
        let patch: JSONPatch = [
            .test(JSONPointer(tokens: ["a"]), 1), .replace(JSONPointer(tokens: ["a"]), nil),
            .copy(from: JSONPointer(tokens: ["a"]), to: JSONPointer(tokens: ["b"])),
            .move(from: JSONPointer(tokens: ["b"]), to: JSONPointer(tokens: ["c"])),
            .remove(JSONPointer(tokens: ["c"])), .add(JSONPointer(tokens: ["d"]), ["x"]),
        ]
        let json = JSON(keys: .snakeCase)
        #expect(try json.decode(JSONPatch.self, from: json.encode(patch)) == patch)
        #expect(try JSONValue(parsing: #"{"a":1.0}"#).applying(patch) == ["a": nil, "d": ["x"]])
        let error = #expect(throws: JSONError.self) {
            try json.decode([JSONPatch].self, from: "[[{}]]")
        }
        #expect(error?.description == "[0]: operation 0: 'op' is missing (line 1, column 2)")
    }

    @Test func `cannot double a value without end`() {
        let root = JSONPointer.root
        let wide = (0..<64).map {
            JSONPatch.Operation.copy(from: root, to: JSONPointer(tokens: ["k\($0)"]))
        }
        #expect(throws: JSONPatch.Failure.self) {
            try JSONValue.object([:]).applying(JSONPatch(wide))
        }
        let deep = (0..<600).map { depth in
            JSONPatch.Operation.add(
                JSONPointer(tokens: [String](repeating: "a", count: depth + 1)),
                [:]
            )
        }
        let failure = #expect(throws: JSONPatch.Failure.self) {
            try JSONValue.object([:]).applying(JSONPatch(deep))
        }
        #expect(failure?.description == "operation 511: the result is nested deeper than 512")
    }
}
