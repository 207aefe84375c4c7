import Foundation
import Testing
import VencejoJSON

@Suite struct `A drift report` {
    enum Plan: String { case free, paid }

    struct Account: Codable, Equatable {
        var id: Int
        var fullName: String?
        var createdAt: Date?
        var plan: Open<Plan>
        @Default<Defaults.Zero<Int>> var score: Int
        @Lossy var tags: [String]
        var extra: [String: Int]
        var nested: JSONValue?
    }

    static let text = """
        {"users": [
          {"id": 1, "full_name": null, "nickname": "a", "plan": "gold", "tags": ["x", 1],
           "extra": {"some_key": 1}, "score": "high", "nested": {"deep_er": {"x": 1}}},
          {"id": 2, "full_name": "B", "nickname": "b", "plan": "free", "tags": [], "extra": {},
           "created_at": "2024-02-29T12:30:00Z", "address": {"city": "x"}}
         ], "meta": {"page": 1}}
        """

    struct Page: Codable, Equatable { var users: [Account] }

    @Test func `tells what the model and the text do not share`() throws {
        let json = JSON(keys: .snakeCase)
        let (page, drift) = try json.decodeReporting(Page.self, from: Self.text)
        #expect(try page == json.decode(Page.self, from: Self.text))
        #expect(drift.ignored.map(\.path) == ["meta", "users[].nickname", "users[].address"])
        #expect(drift.ignored.map(\.count) == [1, 2, 1])
        #expect(drift.null.map(\.path) == ["users[].full_name"])
        #expect(
            Set(drift.absent.map(\.path)) == [
                "users[].created_at", "users[].score", "users[].nested",
            ]
        )
        let fallen = ["users[].plan", "users[].score", "users[].tags[]"]
        #expect(drift.fallbacks.map(\.path) == fallen)
        #expect(drift.fallbacks[0].reason == "gold is no Plan")
        #expect(!drift.isQuiet)
        #expect(
            drift.description == "Page: ignored meta, users[].nickname ×2, users[].address; "
                + "absent users[].created_at, users[].nested, users[].score; "
                + "null users[].full_name; fell back users[].plan, users[].score, users[].tags[]"
        )
    }

    @Test func `is quiet when all is read`() throws {
        let text = #"{"email": "a", "phone": null}"#
        let (_, drift) = try JSON().decodeReporting(ContactInfo.self, from: text)
        #expect(drift.isQuiet && drift.null.map(\.path) == ["phone"])
        let (_, plain) = try JSON().decodeReporting([Int].self, from: "[1]")
        #expect(plain.description == "Array<Int>: no drift")
    }

    @Test func `looks below an envelope, into parents and nested containers`() throws {
        var json = JSON()
        json.envelope = "data[0]"
        let text = #"{"data": [{"inner": {"a": 1, "z": 2}, "list": [1], "more": 1}], "n": 1}"#
        let (_, drift) = try json.decodeReporting(Nested.self, from: text)
        #expect(drift.ignored.map(\.path) == ["more", "inner.z"])
        let dog = #"{"breed": "mix", "age": 1, "super": {"name": "L", "legs": 4, "tail": 1}}"#
        let (value, more) = try JSON().decodeReporting(Dog.self, from: dog)
        #expect(value.name == "L" && more.ignored.map(\.path) == ["age", "super.tail"])
    }

    @Test func `fails as decode does`() {
        let error = #expect(throws: JSONError.self) {
            try JSON().decodeReporting(ContactInfo.self, from: "{}")
        }
        #expect(error?.kind == .missingKey)
    }

    @Test func `of thousands of names comes soon`() throws {
        let count = 20_000
        let names = (0..<count).map { #""n\#($0)": \#($0)"# }.joined(separator: ",")
        let (value, drift) = try JSON().decodeReporting([String: Int].self, from: "{\(names)}")
        #expect(value.count == count && drift.isQuiet)
        let (_, other) = try JSON().decodeReporting(Nothing.self, from: "{\(names)}")
        #expect(other.ignored.count == count && other.ignored[7].path == "n7")
    }

    private struct Nothing: Decodable {
        enum CodingKeys: CodingKey {}
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self)
        }
    }
}
