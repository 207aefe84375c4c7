import Foundation
import Testing
import VencejoJSON

@Suite struct `A container` {
    struct Pair: Codable, Equatable, Sendable {
        var first: Int
        var second: Int?
    }

    struct Backwards: Decodable {
        var values: [Int]
        private enum CodingKeys: String, CodingKey { case a, b, c }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            values = try [.c, .b, .a, .b].map { try container.decode(Int.self, forKey: $0) }
        }
    }

    @Test func `takes the first of several members of one name, in whatever order it is asked`()
        throws
    {
        let texts = [
            #"{"a":1,"b":2,"a":9,"c":3,"b":9}"#, #"{"x":0,"b":2,"x":9,"c":3,"b":9,"a":1}"#,
        ]
        for text in texts + texts {
            #expect(try JSON().decode(Backwards.self, from: text).values == [3, 2, 1, 2])
        }
        let pair = try JSON(keys: .snakeCase).decode(
            Pair.self,
            from: #"{"fi_rst":9,"_x":0,"first":1,"first_":7,"second":2,"second":3}"#
        )
        #expect(pair == Pair(first: 1, second: 2))
    }

    @Test func `finds names written with escapes, and in another form of the same letters`() throws
    {
        struct Coffee: Decodable {
            var coffee: Int
            private enum CodingKeys: String, CodingKey { case coffee = "café" }
        }
        for text in [
            #"{"café":1}"#, #"{"cafe\u0301":1}"#, "{\"cafe\u{301}\":1}", #"{"c\u0061fé":1}"#,
        ] {
            #expect(try JSON().decode(Coffee.self, from: text).coffee == 1)
        }
    }

    @Test func `of long names that differ in one letter keeps them apart`() throws {
        struct Long: Decodable {
            var aNameOfTwentyFourLetters, aNameOfTwentyFavrLetters: Int
        }
        let text =
            #"{"aNameOfTwentyFxurLetters":0,"aNameOfTwentyFavrLetters":2,"#
            + #""aNameOfTwentyFourLetters":1}"#
        for _ in 0..<3 {
            let long = try JSON().decode(Long.self, from: text)
            #expect(long.aNameOfTwentyFourLetters == 1 && long.aNameOfTwentyFavrLetters == 2)
        }
    }

    @Test func `is not confused by thousands of names it does not know`() throws {
        let json = JSON(keys: .snakeCase)
        for round in 0..<3 {
            let noise = (0..<700).map { #""noise_\#(round)_\#($0)":[{}],"# }.joined()
            let text = #"[{\#(noise)"first":1},{"second":2,\#(noise)"first":1}]"#
            #expect(
                try json.decode([Pair].self, from: text)
                    == [Pair(first: 1, second: nil), Pair(first: 1, second: 2)]
            )
        }
    }

    @Test func `spells names by the strategy of its own call`() throws {
        for prefix in ["a", "b", "a"] {
            let json = JSON(
                keys: .custom(
                    decode: { $0.hasPrefix(prefix) ? String($0.dropFirst()) : $0 },
                    encode: { prefix + $0 }
                )
            )
            let text = #"{"afirst":1,"bfirst":2}"#
            #expect(
                try json.decode(Pair.self, from: text)
                    == Pair(first: prefix == "a" ? 1 : 2, second: nil)
            )
            let written = try json.encode(Pair(first: 1, second: nil))
            #expect(String(decoding: written, as: UTF8.self) == #"{"\#(prefix)first":1}"#)
        }
    }

    /// Keeps what it was decoded with.
    final class Thief: Decodable, @unchecked Sendable {
        enum CodingKeys: String, CodingKey { case a }
        let decoder: any Decoder
        let keyed: KeyedDecodingContainer<CodingKeys>
        var list: any UnkeyedDecodingContainer

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            keyed = try decoder.container(keyedBy: CodingKeys.self)
            list = try keyed.nestedUnkeyedContainer(forKey: .a)
        }
    }

    @Test func `that outlives its decoding throws, and others go on`() throws {
        let thief = try JSON().decode(Thief.self, from: #"{"a":[1]}"#)
        for _ in 0..<3 {
            let other = try JSON().decode(Thief.self, from: #"{"a":[1,2,3]}"#)
            #expect(other.list.isAtEnd)
        }
        #expect(throws: DecodingError.self) { try thief.keyed.decode([Int].self, forKey: .a) }
        #expect(throws: DecodingError.self) { try thief.keyed.decodeNil(forKey: .a) }
        #expect(throws: DecodingError.self) { try thief.list.decode(Int.self) }
        let single = try thief.decoder.singleValueContainer()
        let error = #expect(throws: DecodingError.self) { try single.decode(Int.self) }
        #expect("\(error, default: "")".contains("is over"))
        #expect(throws: DecodingError.self) {
            try thief.decoder.container(keyedBy: Thief.CodingKeys.self)
        }
        #expect(thief.keyed.allKeys.isEmpty && thief.decoder.codingPath.isEmpty)
        #expect(!thief.keyed.contains(.a) && thief.list.isAtEnd && thief.list.count == 0)
    }

    final class Tree: Codable, Equatable, Sendable {
        let name: String
        let children: [Tree]?

        init(_ name: String, _ children: [Tree]?) { (self.name, self.children) = (name, children) }

        static func == (left: Tree, right: Tree) -> Bool {
            left.name == right.name && left.children == right.children
        }
    }

    @Test func `may be open in many objects of one type at once`() throws {
        var tree = Tree("leaf", nil)
        for depth in 0..<100 { tree = Tree("\(depth)", [Tree("a", []), tree, Tree("b", nil)]) }
        let json = JSON()
        #expect(try json.decode(Tree.self, from: json.encode(tree)) == tree)
        #expect(try json.encode(tree) == json.encodeToValue(tree).serializedBytes())
    }

    @Test func `is not shared by tasks that decode at the same time`() async throws {
        let bytes = try JSON().encode((0..<50).map { Pair(first: $0, second: -$0) })
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask { @concurrent in
                    var sum = 0
                    for _ in 0..<20 {
                        let pairs = try JSON().decode([Pair].self, from: bytes)
                        sum += pairs.reduce(0) { $0 + $1.first }
                        guard try JSON().encode(pairs) == bytes else { return -1 }
                    }
                    return sum
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(sums == [Int](repeating: 1225 * 20, count: 16))
    }

    @Test func `may decode another text on the way`() throws {
        struct Inner: Decodable {
            var pair: Pair
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                pair = try JSON().decode(Pair.self, from: text)
            }
        }
        let text = #"["{\"first\":1}","{\"first\":2,\"second\":3}"]"#
        let pairs = try JSON().decode([Inner].self, from: text).map(\.pair)
        #expect(pairs == [Pair(first: 1, second: nil), Pair(first: 2, second: 3)])
    }

    @Test func `reads every width of numbers, arrays, dictionaries and nothing`() throws {
        struct All: Codable, Equatable {
            var a: Int8, b: Int16, c: Int32, d: Int64, e: UInt, f: UInt8, g: UInt16, h: UInt32
            var i: UInt64, j: Float, k: [Int?], l: [String: [Double]], m: [[String]], n: [Bool]
            var o: Int128?, p: UInt128?, q: UInt8?, r: [String: Int?], s: Set<Int>
        }
        let all = All(
            a: -128,
            b: -32768,
            c: .min,
            d: .min,
            e: .max,
            f: 255,
            g: .max,
            h: .max,
            i: .max,
            j: 0.1,
            k: [1, nil],
            l: ["x": [1, 0.5, 1e300]],
            m: [[], ["a"]],
            n: [true, false],
            o: .min,
            p: .max,
            q: nil,
            r: ["a": nil, "b": 1],
            s: [7]
        )
        let bytes = try JSON().encode(all)
        #expect(try JSON().decode(All.self, from: bytes) == all)
        #expect(try JSONDecoder().decode(All.self, from: Data(bytes)) == all)
    }
}
