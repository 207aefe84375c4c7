import Foundation
import Testing
import VencejoJSON

@Suite struct `An envelope` {
    static let text =
        #"{"data_set": {"items": [{"email": "a"}, {"email": 1}], "on": "2024-02-29T12:30:00Z"}, "a.b": {"x y": [[1, 2]]}}"#

    @Test func `is taken off by a path`() throws {
        let json = JSON(keys: .snakeCase)
        #expect(
            try json.decode(ContactInfo.self, from: Self.text, at: "data_set.items[0]").email == "a"
        )
        #expect(try json.decode(String.self, from: Self.text, at: "data_set.items[0].email") == "a")
        #expect(try json.decode([Int].self, from: Self.text, at: #"["a.b"]["x y"][0]"#) == [1, 2])
        #expect(try json.decode(Int.self, from: Self.text, at: #"["a.b"]["x y"][0][1]"#) == 2)
        #expect(
            try json.decode(JSONValue.self, from: Self.text, at: "data_set.items")[1] == [
                "email": 1
            ]
        )
        let date = try json.decode(Date.self, from: Self.text, at: "data_set.on")
        #expect(date.timeIntervalSince1970 == 1_709_209_800)
        #expect(
            try json.decode([String: Int].self, from: #"{"d":{"a_b":1}}"#, at: "d") == ["a_b": 1]
        )
        #expect(try json.decode([Int].self, from: "[1]", at: "") == [1])
    }

    @Test(arguments: [
        ("data_set.items", "data_set.items[1].email: expected String, found number"),
        ("data_set.elements", "data_set.elements: the key is missing"),
        ("data_sets.items", "data_sets: the key is missing"),
        ("data_set.items[5]", "data_set.items[2]: the array has no more elements"),
        ("data_set[0]", "data_set: expected array, found object"),
    ])
    func `keeps the place of what is wrong inside`(path: String, message: String) {
        let error = #expect(throws: JSONError.self) {
            try JSON(keys: .snakeCase).decode([ContactInfo].self, from: Self.text, at: path)
        }
        #expect(error?.description.hasPrefix(message) == true)
        #expect(error?.type == "Array<ContactInfo>")
    }

    @Test func `may be said once for a coder`() throws {
        var json = JSON(keys: .snakeCase)
        json.envelope = "data_set.items"
        #expect(try json.decode([JSONValue].self, from: Self.text).count == 2)
        #expect(try json.encode([1]) == Array("[1]".utf8))
        #expect(
            try json.decode([JSONValue].self, from: Self.text, at: #"["a.b"]["x y"]"#).count == 1
        )
    }
}
