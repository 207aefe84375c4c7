import Foundation
import Testing
import VencejoJSON

@Suite struct `Written JSON` {
    private struct Page: Encodable {
        var url = "https://a/b"
        var list = [1, 2]
        var empty: [Int] = []
        var inner = ["k": true]
    }

    private func text(_ configure: (inout JSON) -> Void) throws -> String {
        var json = JSON()
        configure(&json)
        return String(decoding: try json.encode(Page()), as: UTF8.self)
    }

    @Test func `is compact, in the order of the type, with slashes as they are`() throws {
        let plain = #"{"url":"https://a/b","list":[1,2],"empty":[],"inner":{"k":true}}"#
        #expect(try text { _ in } == plain)
        let escaped = plain.replacing("/", with: "\\/")
        #expect(try text { $0.withoutEscapingSlashes = false } == escaped)
    }

    @Test func `may be sorted and have a line for each member`() throws {
        #expect(
            try text {
                $0.sortedKeys = true
                $0.pretty = true
            } == """
                {
                  "empty": [],
                  "inner": {
                    "k": true
                  },
                  "list": [
                    1,
                    2
                  ],
                  "url": "https://a/b"
                }
                """
        )
    }

    @Test func `sorts and escapes as Foundation does`() throws {
        let names = ["b", "a", "B", "é", "z", "aa", "10", "9", "_", "ä", "😀", "a/b"]
        let value = Dictionary(uniqueKeysWithValues: names.map { ($0, "/\u{7}") })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var json = JSON()
        json.sortedKeys = true
        json.withoutEscapingSlashes = false
        let theirs = String(decoding: try encoder.encode(value), as: UTF8.self)
        #expect(String(decoding: try json.encode(value), as: UTF8.self) == theirs)
    }

    @Test func `has data in the form that was chosen`() throws {
        let data = Data([0xFB, 0xFF, 0xFE, 0x01])
        var json = JSON()
        #expect(try json.encodeToValue(data) == "+//+AQ==")
        json.data = .base64URL
        #expect(try json.encodeToValue(data) == "-__-AQ")
        for text in ["-__-AQ", "-__-AQ=="] {
            #expect(try json.decode(Data.self, from: JSONValue.string(text)) == data)
        }
        for text in ["+//+AQ==", "-__-AQ=", "-__-A", "é"] {
            #expect(throws: JSONError.self) {
                try json.decode(Data.self, from: JSONValue.string(text))
            }
        }
        json.data = .deferred
        #expect(try json.encodeToValue(data) == [251, 255, 254, 1])
        json.data = .custom(
            parse: { text in text == "none" ? nil : text.utf8.map { $0 &- 1 } },
            format: { bytes in String(decoding: bytes.map { $0 &+ 1 }, as: UTF8.self) }
        )
        #expect(try json.encodeToValue(Data([64])) == "A")
        #expect(try json.decode(Data.self, from: "\"A\"") == Data([64]))
        let error = #expect(throws: JSONError.self) {
            try json.decode(Data.self, from: "\"none\"")
        }
        #expect(error?.reason == "\"none\" is not data")
    }
}
