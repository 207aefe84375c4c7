import Foundation
import Testing
import VencejoJSON

@Suite struct `A text in another form of Unicode` {
    @Test(arguments: [
        String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian,
        .utf32LittleEndian, .utf8,
    ])
    func `is read like any other`(encoding: String.Encoding) throws {
        let text = #"{"niño": ["😀", 1.50, null]}"#
        let data = try #require(text.data(using: encoding))
        #expect(try JSONValue(parsing: data) == ["niño": ["😀", 1.5, nil]])
        #expect(try JSON().decode([String: JSONValue].self, from: data)["niño"]?[0] == "😀")
        #expect(try JSON().decode(Int.self, from: "7".data(using: encoding) ?? Data()) == 7)
        let marked = try #require("\u{FEFF}\(text)".data(using: encoding))
        #expect(try JSONValue(parsing: marked) == JSONValue(parsing: data))
    }

    @Test func `that is broken is refused`() {
        for bytes: [UInt8] in [
            [0xFF, 0xFE, 0x5B], [0xFE, 0xFF, 0xD8, 0x00], [0x5B, 0x00, 0x5D], [0xFF, 0xFE],
            [0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0], [0x5B, 0, 0x31, 0], [0, 0, 0, 0],
        ] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        }
    }

    @Test func `tells faults by their place in the text`() throws {
        let data = try #require("[1,\n 2,,]".data(using: .utf16BigEndian))
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: data) }
        #expect(error?.line == 2 && error?.column == 4)
    }

    @Test func `may be an object's members alone, where that is asked for`() throws {
        var json = JSON()
        json.assumesTopLevelDictionary = true
        #expect(try json.decode([String: Int].self, from: #""a": 1, "b": 2"#) == ["a": 1, "b": 2])
        #expect(try json.decode([String: Int].self, from: #" {"a": 1}"#) == ["a": 1])
        #expect(try json.decode([String: Int].self, from: "").isEmpty)
        #expect(throws: JSONError.self) { try json.decode([Int].self, from: "[1]") }
        #expect(throws: JSONError.self) { try JSON().decode([String: Int].self, from: #""a": 1"#) }
    }
}
