import Foundation
import Testing
import VencejoJSON

@Suite struct `A type that reads itself` {
    struct Node: JSONReadable, Equatable {
        enum CodingKeys: String, CodingKey {
            case name, count, ratio, isLeaf, since, children, parent
        }

        var name: String
        var count: Int?
        var ratio: Double
        var isLeaf: Bool
        var since: Date
        var children: [Node]

        init(json: JSONReader<CodingKeys>) throws {
            children = try json.readIfPresent(.children) ?? []
            name = try json.read(.name)
            count = try json.readIfPresent(.count)
            ratio = try json.read(.ratio)
            isLeaf = try json.read(.isLeaf)
            since = try json.read(.since)
            #expect(!json.contains(.parent))
        }

        init(from decoder: any Decoder) throws { throw Refused(why: "not by containers") }
    }

    static func text(_ children: String) -> String {
        #"{"name":"añb","count":null,"ratio":0.5,"is_leaf":true,"since":"1970-01-01T00:00:01Z","#
            + #""children":[\#(children)]}"#
    }

    @Test func `is given its members, in whatever depth, by the strategies of the call`() throws {
        let json = JSON(keys: .snakeCase)
        let text = Self.text("\(Self.text("")),\(Self.text(Self.text("")))")
        for _ in 0..<3 {
            let node = try json.decode(Node.self, from: text)
            #expect(node.name == "añb" && node.count == nil && node.ratio == 0.5 && node.isLeaf)
            #expect(node.since == Date(timeIntervalSince1970: 1))
            #expect(node.children.count == 2 && node.children[1].children.count == 1)
            #expect(
                try json.decode([String: [Node?]].self, from: #"{"a":[\#(text),null]}"#)["a"]?[0]
                    == node
            )
        }
    }

    @Test func `says the same of what does not fit`() {
        let text = "[\(Self.text(Self.text("").replacing("0.5", with: "\"x\"")))]"
        let error = #expect(throws: JSONError.self) {
            try JSON(keys: .snakeCase).decode([Node].self, from: text)
        }
        #expect(error?.path == "[0].children[0].ratio" && error?.kind == .typeMismatch)
        let list = #expect(throws: JSONError.self) { try JSON().decode(Node.self, from: "[]") }
        #expect(list?.expected == "object" && list?.found == "array")
    }

    final class Thief: JSONReadable, @unchecked Sendable {
        let json: JSONReader<Node.CodingKeys>
        init(json: JSONReader<Node.CodingKeys>) { self.json = json }
        init(from decoder: any Decoder) throws { throw Refused(why: "not by containers") }
    }

    @Test func `cannot read when its time is over`() throws {
        let thieves = try JSON().decode([Thief].self, from: #"[{"name":"a"},{"name":"b"}]"#)
        for thief in thieves {
            #expect(throws: DecodingError.self) { let _: String = try thief.json.read(.name) }
            #expect(!thief.json.contains(.name))
        }
    }
}
