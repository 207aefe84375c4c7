import Foundation
import Testing
import VencejoJSON

@Suite struct `A decoder's containers` {
    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Keeps what its decoder gives, to be used when it should not be.
    private struct Keeper: Decodable {
        let decoder: any Decoder
        let keyed: KeyedDecodingContainer<AnyKey>
        let list: any UnkeyedDecodingContainer
        let single: any SingleValueDecodingContainer

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            keyed = try decoder.container(keyedBy: AnyKey.self)
            list = try keyed.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "list"))
            single = try keyed.superDecoder(forKey: AnyKey(stringValue: "one"))
                .singleValueContainer()
        }
    }

    @Test func `that outlive the call fail with a clear error`() throws {
        let text = #"{"list": [1, 2, 3], "one": 1, "two": 2}"#
        let keepers = try (0..<3).map { _ in try JSON().decode(Keeper.self, from: text) }
        // Other texts pass through the same memory meanwhile.
        for _ in 0..<20 { _ = try JSON().decode([String: [Int]].self, from: #"{"x": [4, 5, 6]}"#) }
        for keeper in keepers {
            var list = keeper.list
            let attempts: [() throws -> Void] = [
                { _ = try keeper.keyed.decode(Int.self, forKey: AnyKey(stringValue: "two")) },
                { _ = try list.decode(Int.self) }, { _ = try keeper.single.decode(Int.self) },
                { _ = try keeper.decoder.container(keyedBy: AnyKey.self) },
                { _ = try keeper.decoder.singleValueContainer().decode(String.self) },
                {
                    _ = try keeper.keyed.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "list"))
                },
            ]
            for attempt in attempts {
                let error = #expect(throws: DecodingError.self) { try attempt() }
                guard case .dataCorrupted(let context) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(context.debugDescription.hasSuffix("is over"))
            }
            _ = (keeper.keyed.allKeys, keeper.keyed.codingPath, list.isAtEnd, list.count)
            _ = (keeper.decoder.codingPath, keeper.decoder.userInfo)
        }
    }

    private final class Pen: Encodable {
        var encoder: (any Encoder)?
        var keyed: KeyedEncodingContainer<AnyKey>?
        func encode(to encoder: any Encoder) throws {
            self.encoder = encoder
            keyed = encoder.container(keyedBy: AnyKey.self)
            try keyed?.encode(1, forKey: AnyKey(stringValue: "a"))
        }
    }

    @Test func `of an encoder that outlive the call change nothing`() throws {
        let pen = Pen()
        let bytes = try JSON().encode([pen])
        try? pen.keyed?.encode(2, forKey: AnyKey(stringValue: "b"))
        _ = pen.encoder?.unkeyedContainer()
        #expect(bytes == Array(#"[{"a":1}]"#.utf8))
        #expect(try JSON().encode([pen]) == bytes)
    }

    private struct Parents: Decodable, Equatable {
        var first: Int?
        var names: [String]
        var missing: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            let absent = try container.superDecoder(forKey: AnyKey(stringValue: "absent"))
            missing = try absent.singleValueContainer().decodeNil()
            first = try Int?(from: container.superDecoder())
            var list = try container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "list"))
            names = []
            while !list.isAtEnd {
                let inner = try list.superDecoder()
                names.append(inner.codingPath.map(\.stringValue).joined(separator: "."))
                _ = try? inner.singleValueContainer().decode(Int.self)
            }
        }
    }

    @Test func `lead to parents and elements as Foundation's do`() throws {
        let text = #"{"super": 7, "list": [1, {"a": 2}, null]}"#
        let ours = try JSON().decode(Parents.self, from: text)
        let theirs = try JSONDecoder().decode(Parents.self, from: Data(text.utf8))
        #expect(ours == theirs && ours.first == 7 && ours.missing)
        #expect(ours.names == ["list.Index 0", "list.Index 1", "list.Index 2"])
    }

    private struct Informed: Codable {
        static let key = CodingUserInfoKey(rawValue: "unit")
        init() {}
        init(from decoder: any Decoder) throws {
            guard Self.key.flatMap({ decoder.userInfo[$0] as? String }) == "kg" else {
                throw Refused(why: "not told")
            }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(Self.key.flatMap { encoder.userInfo[$0] as? String })
        }
    }

    @Test func `tell types what the caller put there for them`() throws {
        var json = JSON()
        if let key = Informed.key { json.userInfo[key] = "kg" }
        _ = try json.decode([Informed].self, from: "[1]")
        #expect(try json.encode([Informed()]) == Array(#"["kg"]"#.utf8))
        #expect(throws: JSONError.self) { try JSON().decode([Informed].self, from: "[1]") }
    }

    @Test func `place an error where it passed, after others that were caught`() throws {
        struct Tries: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                _ = try? container.decode([Picky].self, forKey: AnyKey(stringValue: "a"))
                _ = try container.decode([String: Picky].self, forKey: AnyKey(stringValue: "b"))
            }
        }
        let error = #expect(throws: JSONError.self) {
            try JSON().decode(Tries.self, from: #"{"a": [1], "b": {"c": 2}}"#)
        }
        #expect(error?.path == "b.c" && error?.column == 23)
    }

    private struct Deep: Decodable {
        let decoder: any Decoder
        let list: any UnkeyedDecodingContainer
        let inner: [Deep]

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            list = try decoder.unkeyedContainer()
            // Another decoding inside this one, and so on: more at once than states wait.
            let text = decoder.userInfo.isEmpty ? "" : "[]"
            guard let key = CodingUserInfoKey(rawValue: "depth"),
                let depth = decoder.userInfo[key] as? Int, depth > 0
            else {
                inner = []
                return
            }
            var json = JSON()
            json.userInfo[key] = depth - 1
            inner = [try json.decode(Deep.self, from: text)]
        }
    }

    @Test func `that outlive the call are safe, however many were at work`() throws {
        var json = JSON()
        let key = try #require(CodingUserInfoKey(rawValue: "depth"))
        json.userInfo[key] = 40
        let kept = try (0..<3).map { _ in try json.decode(Deep.self, from: "[]") }
        for _ in 0..<50 { _ = try JSON().decode([[Int]].self, from: "[[1],[2,3]]") }
        for var deep in kept {
            var depth = 0
            while let next = deep.inner.first {
                var list = deep.list
                #expect(list.isAtEnd && deep.decoder.codingPath.isEmpty)
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                #expect(throws: DecodingError.self) {
                    try deep.decoder.container(keyedBy: AnyKey.self)
                }
                deep = next
                depth += 1
            }
            #expect(depth == 40)
        }
    }

    @Test func `spell names by the strategy of their call, however often it changes`() throws {
        struct Named: Codable, Equatable { var userID: Int }
        for round in 0..<6 {
            let prefix = round % 2 == 0 ? "x" : "y"
            let custom = JSON(
                keys: .custom(decode: { String($0.dropFirst()) }, encode: { prefix + $0 })
            )
            let acronyms = JSON(
                keys: .acronyms(round % 3 == 0 ? .usual : Acronyms(["USER"]))
            )
            for _ in 0..<2 {
                let written = try custom.encode(Named(userID: round))
                #expect(
                    String(decoding: written, as: UTF8.self) == #"{"\#(prefix)userID":\#(round)}"#
                )
                #expect(try custom.decode(Named.self, from: written).userID == round)
                let named = try? acronyms.decode(Named.self, from: #"{"user_id":1}"#)
                #expect((named == nil) == (round % 3 != 0))
            }
        }
    }

    @Test func `ask a strategy for each name once, for as long as it is the same`() throws {
        struct Named: Codable, Equatable { var name: Int }
        final class Count: @unchecked Sendable { var calls = 0 }
        let count = Count()
        let json = JSON(
            keys: .custom(
                decode: { name in
                    count.calls += 1
                    return name.lowercased()
                },
                encode: { $0.uppercased() }
            )
        )
        // Other tests may take the state that knows the name, but not every time.
        let isKnown = try (0..<50).contains { round in
            let before = count.calls
            let name = try json.decode(Named.self, from: #"{"NAME":\#(round)}"#).name
            return name == round && count.calls == before
        }
        #expect(isKnown)
    }

    private struct Traveller: Decodable {
        let paths: [String]

        init(from decoder: any Decoder) throws {
            var paths: [String] = []
            func note(_ decoder: any Decoder) {
                paths.append(
                    decoder.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
                        .joined(separator: "/")
                )
            }
            func visit(_ decoder: any Decoder) throws {
                note(decoder)
                if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
                    for key in keyed.allKeys.sorted(by: { $0.stringValue > $1.stringValue }) {
                        try visit(keyed.superDecoder(forKey: key))
                        note(decoder)
                    }
                } else if var list = try? decoder.unkeyedContainer() {
                    let copy = list
                    while !list.isAtEnd {
                        try visit(list.superDecoder())
                        note(decoder)
                    }
                    var again = copy
                    if !again.isAtEnd { note(try again.superDecoder()) }
                }
            }
            try visit(decoder)
            self.paths = paths
        }
    }

    @Test func `know their paths in whatever order they are asked`() throws {
        let text =
            #"{"a":[],"b":[[1],[{"x":[2,3],"y":{}}],4],"c":{"d":{"e":[null,{"f":[[]]}]}},"g":5}"#
        let ours = try JSON().decode([Traveller].self, from: "[\(text),0,\(text)]")
        let theirs = try JSONDecoder().decode(
            [Traveller].self,
            from: Data("[\(text),0,\(text)]".utf8)
        )
        #expect(ours.map(\.paths) == theirs.map(\.paths))
    }

    @Test func `of many elements know their paths in little time`() throws {
        struct Lost: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "never")
                )
            }
        }
        struct Tries: Decodable {
            var last: String?
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd {
                    let element = try list.superDecoder()
                    do {
                        _ = try Lost(from: element)
                    } catch DecodingError.dataCorrupted(let context) {
                        last = context.codingPath.last?.stringValue
                    }
                }
            }
        }
        let text = "[" + String(repeating: "0,", count: 50_000) + "0]"
        #expect(try JSON().decode(Tries.self, from: text).last == "Index 50000")
    }

    @Test func `say how many elements they have, before each of them too`() throws {
        struct Sums: Decodable {
            var sums: [Int] = []
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while list.currentIndex < list.count ?? 0 {
                    var inner = try list.nestedUnkeyedContainer()
                    var sum = 0
                    while inner.currentIndex < inner.count ?? 0 {
                        sum += try inner.decode(Int.self)
                    }
                    sums.append(sum)
                }
            }
        }
        for length in [1, 70, 3] {
            let inner = "[\([String](repeating: "1", count: length).joined(separator: ","))]"
            let text = "[\([String](repeating: inner, count: 100).joined(separator: ","))]"
            let sums = try JSON().decode(Sums.self, from: text).sums
            #expect(sums == [Int](repeating: length, count: 100))
        }
    }
}
