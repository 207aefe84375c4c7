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
}
