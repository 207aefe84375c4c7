import Foundation
import Testing
import VencejoJSON

@Suite struct `An error` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: JSONError.Kind
        let run: @Sendable () throws -> Void

        init<T: Decodable & SendableMetatype>(
            _ type: T.Type,
            _ text: String,
            _ kind: JSONError.Kind,
            _ message: String,
            _ json: JSON = JSON(keys: .snakeCase)
        ) {
            testDescription = message
            self.kind = kind
            run = { _ = try json.decode(type, from: text) }
        }

        init(
            _ value: some Encodable & Sendable,
            _ kind: JSONError.Kind,
            _ message: String
        ) {
            testDescription = message
            self.kind = kind
            run = { _ = try JSON(keys: .snakeCase).encode(value) }
        }
    }

    static let team = """
        {
          "users": [
            {"id": 1, "contact_info": {"phone": "1"}},
            {"id": 2, "contact_info": %}
          ]
        }
        """

    static func team(_ contact: String) -> String { team.replacing("%", with: contact) }

    static let fields: [Case] = [
        Case(
            Team.self,
            team(#"{"phone": null}"#),
            .missingValue,
            "users[1].contact_info.phone: expected String, found null (line 4, column 41)"
        ),
        Case(
            Team.self,
            team(#"{"phone": 12}"#),
            .typeMismatch,
            "users[1].contact_info.phone: expected String, found number (line 4, column 41); "
                + "@Flexible reads numbers as String"
        ),
        Case(
            Team.self,
            team("{}"),
            .missingKey,
            "users[1].contact_info.phone: the key is missing, expected String "
                + "(line 4, column 31)"
        ),
        Case(
            Team.self,
            team(#"{"fone": "x"}"#),
            .missingKey,
            "users[1].contact_info.phone: the key is missing, expected String "
                + "(line 4, column 31)"
        ),
        Case(
            Team.self,
            team(#"{"pone": "x"}"#),
            .missingKey,
            "users[1].contact_info.phone: the key is missing, expected String "
                + "(line 4, column 31); `phone` is absent; the document has `pone`: "
                + "use a CodingKey, if that is meant"
        ),
        Case(
            Team.self,
            team("[]"),
            .typeMismatch,
            "users[1].contact_info: expected object, found array (line 4, column 31)"
        ),
        Case(
            Team.self,
            team("null"),
            .missingValue,
            "users[1].contact_info: expected object, found null (line 4, column 31)"
        ),
        Case([Int].self, "{}", .typeMismatch, "expected array, found object (line 1, column 1)"),
        Case(
            [UInt8].self,
            "[1, 300]",
            .numberOutOfRange,
            "[1]: 300 does not fit UInt8 (line 1, column 5)"
        ),
        Case(
            Int.self,
            "2.5",
            .numberOutOfRange,
            "2.5 is not a whole number, which Int needs (line 1, column 1)"
        ),
        Case(
            Double.self,
            "1e400",
            .numberOutOfRange,
            "1e400 does not fit Double (line 1, column 1)"
        ),
        Case(
            [String: URL].self,
            #"{"my page": ""}"#,
            .corrupted,
            #"["my page"]: "" is not a URL (line 1, column 13)"#
        ),
        Case([Data].self, #"["é!"]"#, .corrupted, "[0]: \"é!\" is not Base64 (line 1, column 2)"),
        Case([Picky].self, "[1]", .custom, #"[0]: Refused(why: "because") (line 1, column 2)"#),
        Case(
            [Shape].self,
            #"[{"oval": {}}]"#,
            .typeMismatch,
            "[0]: Invalid number of keys found, expected one. (line 1, column 2)"
        ),
        Case(
            UUID.self,
            "\"x\"",
            .corrupted,
            "Attempted to decode UUID from invalid UUID string. (line 1, column 1)"
        ),
        Case(
            Trapped.self,
            #"{"user_id": 1}"#,
            .keySpelling,
            "user_id: the key is missing, expected Int (line 1, column 1); "
                + "the document has `user_id`, but the key strategy reads it as `userId`: "
                + "give the coding key the raw value `userId`, or use .useDefaultKeys"
        ),
        Case(
            Three.self,
            "[1, 2]",
            .missingElement,
            "[2]: the array has no more elements, expected Int (line 1, column 1)"
        ),
    ]

    struct Trapped: Decodable {
        var userId: Int
        private enum CodingKeys: String, CodingKey { case userId = "user_id" }
    }

    struct Three: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            for _ in 0..<3 { _ = try container.decode(Int.self) }
        }
    }

    static let texts: [Case] = [
        ("", "the body is empty (line 1, column 1)"),
        (" \n", "the body is only white space (line 2, column 1)"),
        ("<!DOCTYPE html>", "starts with '<': this is HTML, not JSON (line 1, column 1)"),
        ("<?xml version", "starts with '<': this is XML, not JSON (line 1, column 1)"),
        (
            #"{"a": [1, 2"#,
            "a[1]: the JSON ends before it is complete: an array is still open (line 1, column 12)"
        ),
        ("\"abc", "the JSON ends inside the string that begins at byte 0 (line 1, column 5)"),
        (#"{"a": 1 "b": 2}"#, "a: missing ',' between members (line 1, column 9)"),
        ("[1 2]", "[0]: missing ',' between elements (line 1, column 4)"),
        ("[1,]", "[0]: trailing ',' before ']' (line 1, column 3)"),
        (#"{"a" 1}"#, "a: missing ':' after a member name, found '1' (line 1, column 6)"),
        ("{'a': 1}", "expected a member name in double quotes, found ''' (line 1, column 2)"),
        ("[01]", "[0]: a number must not begin with 0 (line 1, column 2)"),
        ("nul", "the JSON ends before it is complete (line 1, column 4)"),
        ("nope", "expected 'null', found 'nope' (line 1, column 1)"),
        ("1 2", "unexpected '2' after the end of the JSON value (line 1, column 3)"),
        (#"["\x"]"#, "[0]: invalid escape '\\' followed by 'x' (line 1, column 3)"),
        (#"["\ud800"]"#, "[0]: half a surrogate pair in a \\u escape (line 1, column 3)"),
        (
            "[\"\t\"]",
            "[0]: control character byte 0x09 in a string must be escaped (line 1, column 3)"
        ),
        ("Bad Gateway", "starts with 'Bad': this is plain text, not JSON (line 1, column 1)"),
        ("[NaN]", "[0]: expected a value, found 'N' (line 1, column 2)"),
    ].map { Case(JSONValue.self, $0.0, kind($0.1), $0.1) }

    static func kind(_ message: String) -> JSONError.Kind {
        if message.hasPrefix("the body is") { return .empty }
        if message.hasPrefix("starts with") { return .notJSON }
        return message.contains("the JSON ends") ? .truncated : .syntax
    }

    static let encodings: [Case] = [
        Case(["a": [1, Double.nan]], .encoding, "a[1]: nan is not a number in JSON"),
        Case([Decimal.nan], .encoding, "[0]: NaN is not a number in JSON"),
        Case([Picky()], .custom, #"[0]: Refused(why: "no")"#),
    ]

    @Test(arguments: fields + texts + encodings)
    func `says what is wrong and where`(sample: Case) {
        let error = #expect(throws: JSONError.self) { try sample.run() }
        #expect(error?.description == sample.testDescription)
        #expect(error?.kind == sample.kind)
    }

    @Test func `names invalid UTF-8`() {
        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: [0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D])
        }
        #expect(error?.description == "[0]: invalid UTF-8: byte 0xC3 (line 1, column 3)")
    }

    @Test func `keeps what a caller's own code threw`() {
        let error = #expect(throws: JSONError.self) { try JSON().decode([Picky].self, from: "[1]") }
        #expect(error?.underlying as? Refused == Refused(why: "because"))
        #expect(error?.path == "[0]")
    }

    @Test func `shows the text around its place`() {
        let text = #"{"left": "\#(String(repeating: "x", count: 99))", "right": 300}"#
        let error = #expect(throws: JSONError.self) {
            try JSON().decode([String: String].self, from: text)
        }
        #expect(error?.snippet.hasSuffix(#"", "right": 300}"#) == true)
        #expect(error?.snippet.hasPrefix("xxx") == true)
        #expect(error?.expected == "String" && error?.found == "number")
        #expect(error?.offset == 121)
    }

    @Test func `of ten thousand open brackets comes at once`() {
        let text = String(repeating: "[", count: 100_000)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.reason == "nested deeper than 512 levels")
    }

    @Test func `of a document with thousands of names comes soon, without its secrets`() {
        struct Wanted: Decodable { var nowhere: Int }
        let names = (0..<5000).map { #""name_\#($0)": "value \#($0)""# }.joined(separator: ", ")
        let error = #expect(throws: JSONError.self) {
            try JSON().decode([Wanted].self, from: #"[{"my_pass_word": "x y", \#(names)}]"#)
        }
        #expect(error?.path == "[0].nowhere" && error?.snippet.contains("x y") == false)
        #expect(SecretNames.usual.matches("My-Pass_Word") && SecretNames.usual.matches("Key"))
        #expect(!SecretNames.usual.matches("keyboard") && SecretNames.usual.matches("x.api.key.2"))
        #expect(!SecretNames.usual.matches("passwor") && !SecretNames.usual.matches(""))
    }
}
