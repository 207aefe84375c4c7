import Foundation
import Testing
import VencejoJSON

@Suite struct `A reader that the plugin wrote` {
    static let text = #"""
        {"id": 1, "name": "La Ñ", "opened_at": "2024-02-29T12:30:00Z", "is_open": false,
        "rating": 4.5, "owner": {"name": "Ada", "age": 36, "isAdult": true, "height": 1.7},
        "staff": [{"name": "Noa"}, {"name": "Bruno", "age": null}], "departments": [
        {"name": "a", "heads": [null, {"name": "Hugo", "age": 9, "isAdult": false}]}],
        "tags": ["x", "\u00e9"], "stock": {"pear": 3}, "kind": "books",
        "position": {"x": 1, "y": -2.5, "path": [1e3]}, "default": "d", "notes": 9, "other": []}
        """#

    @Test func `reads what Foundation reads by containers`() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let theirs = try decoder.decode(Shop.self, from: Data(Self.text.utf8))
        for _ in 0..<2 {
            let ours = try JSON().decode([Shop].self, from: "[\(Self.text),\(Self.text)]")
            #expect(ours == [theirs, theirs] && ours[0].notes == 0 && ours[0].default == "d")
        }
        // Not by containers: the plugin's way is the one that is taken.
        #expect(Shop.JSONKeys(stringValue: "opened_at") == .opened)
        #expect(Shop.JSONKeys(stringValue: "version") == nil)
    }

    @Test func `needs what containers need, and says so in the same words`() throws {
        let broken = [
            (#""is_open": false"#, #""open": false"#), ("36", #""36""#), (#""books""#, #""cars""#),
            ("[1e3]", "[1e3, null]"), (#""name": "Noa""#, #""nom": "Noa""#), ("4.5", "[]"),
            (#"{"pear": 3}"#, #"{"pear": 3.5}"#), ("12:30:00Z", "25:30:00Z"), ("null, {", "7, {"),
        ]
        for (text, other) in broken {
            let error = #expect(throws: JSONError.self) {
                try JSON().decode(Shop.self, from: Self.text.replacing(text, with: other))
            }
            let plain = #expect(throws: JSONError.self) {
                try JSON().decode(ByContainers.self, from: Self.text.replacing(text, with: other))
            }
            #expect(error?.path == plain?.path && error?.kind == plain?.kind)
            #expect(error?.expected == plain?.expected && error?.found == plain?.found)
            #expect(error?.line == plain?.line && error?.column == plain?.column)
            #expect(error?.reason == plain?.reason && error?.hint == plain?.hint)
        }
    }

    /// A shop that is read as Codable reads it.
    struct ByContainers: Decodable {
        struct Employee: Decodable {
            var name: String
            var age: Int?
            var isAdult: Bool?
        }

        struct Part: Decodable {
            var name: String
            var heads: [Employee?]
        }

        struct Place: Decodable {
            var x, y: Double
            var path: [Double]
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Shop.JSONKeys.self)
            _ = try values.decode(Int.self, forKey: .id)
            _ = try values.decode(String.self, forKey: .name)
            _ = try values.decode(Date.self, forKey: .opened)
            _ = try values.decode(Bool.self, forKey: .isOpen)
            _ = try values.decodeIfPresent(Double.self, forKey: .rating)
            _ = try values.decodeIfPresent(Employee.self, forKey: .owner)
            _ = try values.decode([Employee].self, forKey: .staff)
            _ = try values.decodeIfPresent([Part].self, forKey: .departments)
            _ = try values.decode([String].self, forKey: .tags)
            _ = try values.decode([String: Int].self, forKey: .stock)
            _ = try values.decode(Shop.Kind.self, forKey: .kind)
            _ = try values.decode(Place.self, forKey: .position)
        }
    }

    @Test func `follows the strategies of the call`() throws {
        let json = JSON(keys: .snakeCase)
        let text = #"{"name": "Ada", "age": 3, "is_adult": false}"#
        #expect(try json.decode(Person.self, from: text).isAdult == false)
        #expect(try json.decode(Person.self, from: text, at: "").age == 3)
        #expect(try json.decode(Person.self, from: #"{"a": [\#(text)]}"#, at: "a[0]").age == 3)
    }

    @Test func `has names that are words of the language`() throws {
        let text = #"{"let": "x", "in/out": 3, "calls": 9}"#
        let theirs = try JSONDecoder().decode(Named.self, from: Data(text.utf8))
        #expect(try JSON().decode(Named.self, from: text) == theirs && theirs.inout == 3)
        let labels = #"{"let": 1, "var": 2, "inout": 3, "in": 4}"#
        #expect(try JSON().decode(Labelled.self, from: labels).in == 4)
    }

    @Test func `leaves those alone that have one`() throws {
        #expect(try JSON().decode(Secretive.self, from: #"{"code": 7}"#).isRight)
    }
}
