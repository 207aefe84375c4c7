import Foundation
import Testing
import VencejoJSON

@Suite struct `A flexible member` {
    struct Item: Codable, Equatable {
        @Flexible var id: String
        @Flexible var price: Double
        @Flexible var inStock: Bool
        @Flexible var count: Int?
    }

    static let plain = #"{"id":"12","price":9.5,"inStock":true,"count":3}"#

    @Test(arguments: [
        plain, #"{"id":12,"price":"9.5","inStock":"true","count":"3"}"#,
        #"{"id":12,"price":" +9.50 ","inStock":1,"count":3.0}"#,
        #"{"id":"12","price":95e-1,"inStock":"YES","count":"3"}"#,
    ])
    func `is read from other types`(text: String) throws {
        let item = try JSON().decode(Item.self, from: text)
        #expect(try JSON().encode(item) == Array(Self.plain.utf8))
        #expect(try JSONDecoder().decode(Item.self, from: Data(text.utf8)) == item)
    }

    @Test(arguments: [#","count":null"#, #","count":"""#, ""])
    func `may be without a value`(count: String) throws {
        let text = #"{"id":true,"price":1,"inStock":"off"\#(count)}"#
        let item = try JSON().decode(Item.self, from: text)
        #expect(item.count == nil && item.id == "true" && !item.inStock)
        #expect(
            try JSON().encode(item) == Array(#"{"id":"true","price":1,"inStock":false}"#.utf8)
        )
    }

    @Test(arguments: [
        (#"{"id":null,"price":1,"inStock":1}"#, "id: expected String in some form, found null"),
        (#"{"id":[],"price":1,"inStock":1}"#, "id: expected String in some form, found an array"),
        (
            #"{"id":1,"price":"dear","inStock":1}"#,
            "price: expected Double in some form, found \"dear\""
        ),
        (#"{"id":1,"price":1,"inStock":2}"#, "inStock: expected Bool in some form, found 2"),
        (
            #"{"id":1,"price":1,"inStock":1,"count":1.5}"#,
            "count: expected Optional<Int> in some form, found 1.5"
        ),
    ])
    func `that has no form says so`(text: String, message: String) {
        let error = #expect(throws: JSONError.self) { try JSON().decode(Item.self, from: text) }
        #expect(error?.description.hasPrefix(message) == true)
        #expect(error?.kind == .typeMismatch)
    }

    @Test func `does not lose digits`() throws {
        let numbers = try JSON().decode([Flexible<UInt64>].self, from: #"["18446744073709551615"]"#)
        #expect(numbers[0].wrappedValue == .max)
        #expect(throws: JSONError.self) { try JSON().decode([Flexible<UInt8>].self, from: "[256]") }
        let id = try JSON().decode([Flexible<String>].self, from: "[12345678901234567890123]")
        #expect(id[0].wrappedValue == "12345678901234567890123")
    }
}
