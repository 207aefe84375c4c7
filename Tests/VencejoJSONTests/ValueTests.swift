import Foundation
import Testing
import VencejoJSON

@Suite struct `A JSON value` {
    @Test func `keeps the order of members and the text of numbers`() throws {
        let text = #"{"b":1.0,"a":1e3,"c":[null,true,"\n/é"],"b":2}"#
        let value = try JSONValue(parsing: text)
        #expect(value.serialized() == text)
        #expect(value["b"]?.numberValue?.text == "1.0")
        #expect(value["a"]?.intValue == 1000)
        #expect(value["c"]?[2]?.stringValue == "\n/é")
        #expect(value.serialized(sortedKeys: true).hasPrefix(#"{"a":1e3"#))
    }

    @Test func `is written for people`() {
        let value: JSONValue = ["a": [1, []], "b": [:]]
        #expect(
            value.serialized(pretty: true) == """
                {
                  "a": [
                    1,
                    []
                  ],
                  "b": {}
                }
                """
        )
    }

    @Test func `equals another by meaning`() throws {
        #expect(try JSONValue(parsing: "[1.0, 10e-1, 0, -0]") == [1, 1, 0, 0])
        #expect(try JSONValue(parsing: #"{"a":1,"b":2}"#) == ["b": 2, "a": 1])
        #expect(try JSONValue(parsing: #"{"a":1}"#) != ["a": 1, "b": nil])
        let big = try JSONValue(parsing: "9007199254740993")
        #expect(big != .number(9_007_199_254_740_992))
        #expect(Set<JSONValue>([["a": 1, "b": 2], ["b": 2.0, "a": 1]]).count == 1)
    }

    @Test func `changes in its place`() {
        var value: JSONValue = ["a": 1, "b": ["c": [1, 2]]]
        value["a"] = "x"
        value["b"]?["c"]?[1] = nil
        value["d"] = true
        #expect(value.serialized() == #"{"a":"x","b":{"c":[1]},"d":true}"#)
    }

    @Test func `finds a member among many`() {
        var object = JSONObject()
        for index in 0..<100 { object["k\(index)"] = .number(index) }
        object.append("k7", "again")
        object["k50"] = nil
        #expect(object["k7"] == 7 && object["k99"] == 99 && object["k50"] == nil)
        #expect(object.count == 100 && !object.contains(key: "k50"))
    }

    @Test func `passes through any coder`() throws {
        let value = try JSONValue(parsing: #"{"a":[1,2.5,"x",null,true,{}],"user_id":{"b_c":[]}}"#)
        let theirs = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
        #expect(theirs == value)
        let json = JSON(keys: .snakeCase)
        #expect(try json.decode(JSONValue.self, from: json.encode(value)) == value)
        #expect(try json.decode([String: JSONValue].self, from: value)["user_id"] == ["b_c": []])
    }

    @Test func `is decoded from and encoded to, in the order of the type`() throws {
        let json = JSON(keys: .snakeCase)
        let user = User(
            id: 402,
            fullName: "Ada Lovelace",
            isActive: true,
            registeredAt: Date(timeIntervalSince1970: 1_763_634_600),
            contactInfo: ContactInfo(email: "ada@history.com", phone: nil)
        )
        let value = try json.encodeToValue(user)
        #expect(
            value.serialized()
                == #"{"id":402,"full_name":"Ada Lovelace","is_active":true,"#
                + #""registered_at":"2025-11-20T10:30:00Z","#
                + #""contact_info":{"email":"ada@history.com"}}"#
        )
        #expect(try json.decode(User.self, from: value) == user)
    }

    @Test func `survives a storm of broken texts`() throws {
        let seed = #"{"a":[1,-2.5e3,"é\u00e9\ud83d\ude00",null,true],"b":{"c":"x","d":[[],{}]}}"#
        let source = [UInt8](seed.utf8)
        var state: UInt64 = 7
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let json = JSON(keys: .snakeCase)
        for _ in 0..<20_000 {
            var bytes = source
            for _ in 0...random(3) {
                switch random(4) {
                case 0: bytes[random(bytes.count)] = UInt8(random(256))
                case 1: bytes.remove(at: random(bytes.count))
                case 2: bytes.insert(source[random(source.count)], at: random(bytes.count))
                default: bytes.removeLast(random(bytes.count / 2) + 1)
                }
                if bytes.isEmpty { bytes = source }
            }
            if let value = try? JSONValue(parsing: bytes) {
                #expect(try JSONValue(parsing: value.serialized()) == value)
            }
            _ = try? json.decode([String: [Int?]].self, from: bytes)
        }
    }

    @Test func `is compared in one walk, however deep it is`() throws {
        let depth = 500
        let text =
            String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        let value = try JSONValue(parsing: text)
        // Twice on every level would take longer than there is time.
        #expect(value == (try JSONValue(parsing: text)))
        #expect(value != (try JSONValue(parsing: text.replacing("1", with: "2"))))
        #expect(try value.applying(JSONPatch([.test(.root, value)])) == value)
    }

    @Test func `with names written twice equals one with the same values of each`() throws {
        let equal = [
            (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, true),
            (#"{"a":1,"a":2,"b":3}"#, #"{"b":3,"a":1,"a":2}"#, true),
            (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, false),
            (#"{"a":1,"a":1,"b":2}"#, #"{"a":1,"b":2,"b":2}"#, false),
            (#"{"a":1,"b":2}"#, #"{"a":1,"a":2}"#, false),
            (#"{"a":1,"a":2}"#, #"{"a":1,"b":2}"#, false), (#"{"a":1}"#, #"{"a":1,"a":1}"#, false),
            (#"{"a":{"x":1,"x":2}}"#, #"{"a":{"x":1,"x":2}}"#, true),
        ]
        for (left, right, same) in equal {
            let (left, right) = try (JSONValue(parsing: left), JSONValue(parsing: right))
            #expect((left == right) == same && (right == left) == same)
            if same { #expect(left.hashValue == right.hashValue) }
        }
    }
}
