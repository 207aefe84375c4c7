import Foundation
import Testing
import VencejoJSON

/// What a stream writes must be what the tree holds.
@Suite struct `The encoder` {
    enum Key: String, CodingKey { case a, b, c }

    /// A value that writes itself by a closure.
    struct Written: Encodable, Sendable {
        let write: @Sendable (any Encoder) throws -> Void
        init(_ write: @escaping @Sendable (any Encoder) throws -> Void) { self.write = write }
        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }

    static func text(_ value: some Encodable, _ json: JSON = JSON()) throws -> String {
        String(decoding: try json.encode(value), as: UTF8.self)
    }

    @Test func `writes to a nested container after its parent went on`() throws {
        let value = Written { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
            var list = outer.nestedUnkeyedContainer(forKey: .b)
            try inner.encode(1, forKey: .a)
            try list.encode(1)
            try outer.encode(true, forKey: .c)
            try inner.encode(2, forKey: .b)
            try list.encode("x")
        }
        #expect(try Self.text([value]) == #"[{"a":{"a":1,"b":2},"b":[1,"x"],"c":true}]"#)
    }

    @Test func `replaces a member that is written twice`() throws {
        let value = Written { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .a)
            try container.encode(2, forKey: .b)
            try container.encode("x", forKey: .a)
        }
        #expect(try Self.text(value) == #"{"a":"x","b":2}"#)
    }

    @Test func `adds to an object that another container of the same encoder began`() throws {
        let value = Written { encoder in
            var first = encoder.container(keyedBy: Key.self)
            try first.encode(1, forKey: .a)
            var second = encoder.container(keyedBy: Key.self)
            try second.encode(2, forKey: .b)
            try first.encode(3, forKey: .c)
        }
        #expect(try Self.text([value, value]) == #"[{"a":1,"b":2,"c":3},{"a":1,"b":2,"c":3}]"#)
    }

    @Test func `forgets a member whose value threw`() throws {
        let broken = Written { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            throw Refused(why: "half way")
        }
        let value = Written { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("x", forKey: .a)
            try? container.encode(broken, forKey: .b)
            try? container.encode(Double.nan, forKey: .b)
            try container.encode([2], forKey: .b)
            var list = container.nestedUnkeyedContainer(forKey: .c)
            try list.encode(1)
            try? list.encode(broken)
            try list.encode(2)
        }
        #expect(try Self.text(value) == #"{"a":"x","b":[2],"c":[1,2]}"#)
    }

    @Test func `writes braces for what wrote nothing inside`() throws {
        let empty = Written { _ in }
        #expect(try Self.text([empty]) == "[{}]")
        #expect(try Self.text(["k": empty]) == #"{"k":{}}"#)
        let parent = Written { encoder in
            var container = encoder.container(keyedBy: Key.self)
            _ = container.superEncoder()
            _ = container.superEncoder(forKey: .a)
            _ = container.nestedContainer(keyedBy: Key.self, forKey: .b)
            _ = container.nestedUnkeyedContainer(forKey: .c)
        }
        #expect(try Self.text(parent) == #"{"super":{},"a":{},"b":{},"c":[]}"#)
        #expect(throws: JSONError.self) { try JSON().encode(empty) }
    }

    @Test func `knows the path while it writes`() throws {
        let inner = Written { encoder in
            #expect(encoder.codingPath.map(\.stringValue) == ["someList", "Index 1"])
            var container = encoder.container(keyedBy: Key.self)
            #expect(container.codingPath.count == 2)
            try container.encode(1, forKey: .a)
        }
        let empty = Written { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(0)
        }
        let text = try Self.text(["someList": [empty, inner]])
        #expect(text == #"{"someList":[0,{"a":1}]}"#)
    }

    @Test(arguments: [
        "", "a", "\"", "\\", "/", "1234567", "12345678", "123456789\n", "\u{0}\u{1F}\u{7F}",
        "ñandú 😀 con \"comillas\" y \\ barras\t\r\n", String(repeating: "é\"", count: 40),
        "1234567\"", "12345678\"", "/////////",
    ])
    func `escapes as the tree does`(text: String) throws {
        for escaping in [true, false] {
            var json = JSON()
            json.withoutEscapingSlashes = !escaping
            var pretty = json
            pretty.pretty = true
            #expect(try json.encode(text) == pretty.encode(text))
            #expect(try json.decode(String.self, from: json.encode(text)) == text)
            #expect(try Self.text([text: text], json).utf8.count == json.encode(text).count * 2 + 3)
        }
    }

    final class Thief: Encodable, @unchecked Sendable {
        var keyed: KeyedEncodingContainer<Key>?
        var encoder: (any Encoder)?
        func encode(to encoder: any Encoder) throws {
            self.encoder = encoder
            keyed = encoder.container(keyedBy: Key.self)
            try keyed?.encode(1, forKey: .a)
        }
    }

    @Test func `that outlives its encoding throws`() throws {
        let thief = Thief()
        #expect(try Self.text(thief) == #"{"a":1}"#)
        #expect(throws: EncodingError.self) { try thief.keyed?.encode(2, forKey: .b) }
        var single = thief.encoder?.singleValueContainer()
        #expect(throws: EncodingError.self) { try single?.encode(2) }
        var nested = thief.keyed?.nestedUnkeyedContainer(forKey: .c)
        #expect(throws: EncodingError.self) { try nested?.encode(2) }
        #expect(try Self.text(Thief()) == #"{"a":1}"#)
    }

    @Test func `writes moments to the second and to the millisecond`() throws {
        let times = [0, 1, 951_782_400, 1_709_209_799, 253_402_300_799, -1, 0.5, 1_709_209_800.25]
        for time in times {
            let date = Date(timeIntervalSince1970: time)
            #expect(try JSON().encode([date]) == JSON().encodeToValue([date]).serializedBytes())
        }
        #expect(throws: JSONError.self) { try JSON().encode(Date(timeIntervalSince1970: 1e15)) }
    }
}
