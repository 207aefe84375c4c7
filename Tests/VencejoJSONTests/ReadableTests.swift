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

    struct Wide: JSONReadable {
        enum CodingKeys: CodingKey {
            case a, b, c, d, e, f, g, h, i
        }

        var texts: [String], numbers: [[Double]], flag: Bool?, inner: [Pair]?, other: Pair?
        var small: UInt8, any: JSONValue, none: Int?, nothing: [String: Int]?

        init(json: JSONReader<CodingKeys>) throws {
            nothing = try json.read(.i)
            none = try json.read(.h)
            any = try json.read(.g)
            small = try json.read(.f)
            other = try json.readIfPresent(.e)
            inner = try json.readIfPresent(.d)
            flag = try json.readIfPresent(.c)
            numbers = try json.read(.b)
            texts = try json.read(.a, as: [String].self)
        }

        init(from decoder: any Decoder) throws { throw Refused(why: "not by containers") }
    }

    struct Pair: JSONReadable, Equatable {
        enum CodingKeys: CodingKey { case x }
        var x: Double
        init(json: JSONReader<CodingKeys>) throws { x = try json.read(.x) }
        init(from decoder: any Decoder) throws { throw Refused(why: "not by containers") }
    }

    @Test func `takes members of every kind, and none where an optional is absent`() throws {
        let text =
            #"{"a":["x"],"b":[[1,2],[]],"c":null,"d":[{"x":1},{"x":2}],"e":{"x":3},"f":255,"#
            + #""g":{"k":[1]}}"#
        let wide = try JSON().decode(Wide.self, from: text)
        #expect(wide.texts == ["x"] && wide.numbers == [[1, 2], []] && wide.flag == nil)
        #expect(wide.inner?.map(\.x) == [1, 2] && wide.other?.x == 3 && wide.small == 255)
        #expect(wide.any["k"]?[0] == 1 && wide.none == nil && wide.nothing == nil)
        let few = try JSON().decode(Wide.self, from: #"{"a":[],"b":[],"d":null,"f":0,"g":null}"#)
        #expect(few.inner == nil && few.other == nil && few.any == .null)
        for (part, other, path) in [
            (#"["x"]"#, "7", "a"), (#"["x"]"#, "[7]", "a[0]"), ("[1,2]", "[1,true]", "b[0][1]"),
            (#"{"x":2}"#, "2", "d[1]"), (#"{"x":2}"#, #"{"x":"2"}"#, "d[1].x"),
            (#"{"x":3}"#, "[]", "e"), ("255", "256", "f"), (#""a""#, #""z""#, "a"),
            (#"[{"x":1},{"x":2}]"#, "{}", "d"),
        ] {
            let error = #expect(throws: JSONError.self) {
                try JSON().decode(Wide.self, from: text.replacing(part, with: other))
            }
            #expect(error?.path == path)
        }
    }

    struct Judge: JSONReadable {
        enum CodingKeys: CodingKey { case x }
        init(json: JSONReader<CodingKeys>) throws {
            let number: Int = try json.read(.x)
            if number > 1 { throw Refused(why: "too large") }
        }
        init(from decoder: any Decoder) throws { throw Refused(why: "not by containers") }
    }

    struct Court: JSONReadable {
        enum CodingKeys: CodingKey { case judges }
        var judges: [Judge]
        init(json: JSONReader<CodingKeys>) throws { judges = try json.read(.judges) }
        init(from decoder: any Decoder) throws { throw Refused(why: "not by containers") }
    }

    @Test func `may throw an error of its own, which is placed where it was thrown`() {
        let text = #"{"judges":[{"x":0},{"x":2}]}"#
        let error = #expect(throws: JSONError.self) {
            try JSON().decode(Court.self, from: text)
        }
        #expect(error?.path == "judges[1]" && error?.kind == .custom && error?.column == 20)
        #expect(throws: Never.self) { try JSON().decode([Judge].self, from: #"[{"x":1}]"#) }
    }

    /// Keys that are no byte.
    struct Loose: JSONReadable {
        struct Keys: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        var sum: Int
        init(json: JSONReader<Keys>) throws {
            sum = try json.read(Keys(stringValue: "aB")) + json.read(Keys(stringValue: "c"))
        }
        init(from decoder: any Decoder) throws { throw Refused(why: "not by containers") }
    }

    @Test func `may have keys of any type`() throws {
        let json = JSON(keys: .snakeCase)
        #expect(try json.decode([Loose].self, from: #"[{"c":1,"a_b":2}]"#)[0].sum == 3)
    }

    struct Nested: JSONReadable, Equatable {
        enum CodingKeys: CodingKey { case text, number }
        var inner: [Nested], number: Int

        init(json: JSONReader<CodingKeys>) throws {
            let text: String? = try json.readIfPresent(.text)
            inner = try text.map { try JSON().decode([Nested].self, from: $0) } ?? []
            number = try json.read(.number)
        }

        init(from decoder: any Decoder) throws { throw Refused(why: "not by containers") }
    }

    @Test func `may decode another text on the way, in many tasks at once`() async throws {
        let text = #"[{"text":"[{\"number\":2},{\"text\":\"[]\",\"number\":3}]","number":1}]"#
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask { @concurrent in
                    var sum = 0
                    for _ in 0..<30 {
                        let read = try JSON().decode([Nested].self, from: text)
                        sum += read[0].number + read[0].inner.reduce(0) { $0 + $1.number }
                    }
                    return sum
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(sums == [Int](repeating: 180, count: 16))
    }
}
