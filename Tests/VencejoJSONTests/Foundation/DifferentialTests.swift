import Foundation
import Testing
import VencejoJSON

@Suite struct `The coder and Foundation's` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable () -> (ours: String, theirs: String)
    }

    /// What both read from a text, described; "rejected" for an error.
    static func decoding<T: Decodable & Sendable>(_ type: T.Type, _ text: String) -> Case {
        Case(testDescription: "\(type) from \(text)") {
            let ours = (try? JSON().decode(type, from: text)).map { "\($0)" } ?? "rejected"
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let theirs = (try? decoder.decode(type, from: Data(text.utf8))).map { "\($0)" }
            return (ours, theirs ?? "rejected")
        }
    }

    static let integers: [Case] = [
        "1", "1.0", "1e3", "-0.0", "-0", "9007199254740993.0", "100000000000000000000e-2", "1.5",
        "300", "255.0", "255", "256", "-1", "true", "\"1\"", "null", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "18446744073709551615", "1e-1", "10e-1",
        "1E+2",
    ].flatMap { text in
        [
            decoding(Int.self, text), decoding(UInt8.self, text), decoding(UInt64.self, text),
            decoding(Int16.self, text), decoding(Int?.self, text),
            decoding([Int].self, "[\(text)]"),
        ]
    }

    static let doubles: [Case] = [
        "0", "-0", "1.5", "1e400", "1e-400", "1e308", "4.9e-324", "0.1", "123456789.123456789",
        "9007199254740993", "0.30000000000000004", "1e23", "8.41e21", "17976931348623157e292",
        "\"1\"",
        "5e-324", "123456789012345678901234567890", "3.4028235e38", "3.5e38", "1e-50", "16777217",
    ].flatMap { text in
        [
            decoding(Double.self, text), decoding(Float.self, text),
            decoding([Double].self, "[\(text)]"),
        ]
    }

    static let decimals: [Case] = [
        "1", "-1.50", "0", "0.1", "123456789012345678901234567890.123456789", "1e127", "1e128",
        "-70000e-3", "0.000001", "1E2", "99999999999999999999999999999999999999", "null",
        "1e-127", "1e-128", "1e-129", "15e126", "1e165",
        "0.1234567890123456789012345678901234567890123456",
        "12345678901234567890123456789012345678",
    ].map { decoding(Decimal.self, $0) }

    static let others: [Case] = [
        decoding(Bool.self, "1"), decoding(Bool.self, "true"), decoding(Bool.self, "\"true\""),
        decoding(String.self, "\"a\\u00e9\\ud83d\\ude00\\n\""), decoding(String.self, "1"),
        decoding([String: Int].self, #"{"a":1,"b":2,"a":3}"#.replacing(#","b":2"#, with: "")),
        decoding([String: Int].self, #"{"user_id":1}"#),
        decoding([Int: String].self, #"{"1":"x"}"#), decoding([Int: String].self, #"{"x":"x"}"#),
        decoding([Int?].self, "[1,null,3]"), decoding([[Int]].self, "[[1],[],[2,3]]"),
        decoding(URL.self, #""https://example.com/a?b=c#d""#), decoding(URL.self, "\"\""),
        decoding(URL.self, #""http://[::1""#), decoding(URL.self, "1"),
        decoding([URL?].self, #"["http://a", null]"#),
        decoding(Data.self, "\"AQID\""), decoding(Data.self, "\"AQI=\""),
        decoding(Data.self, "\"AQI\""), decoding(Data.self, "\"AQ==\""),
        decoding(Data.self, "\"\""),
        decoding(Data.self, "\"_-8=\""), decoding(Data.self, "\"A\\nQ==\""),
        decoding(Data.self, "[1]"),
        decoding(Date.self, #""2024-02-29T12:30:00Z""#), decoding(Date.self, "1"),
        decoding(Date.self, #""2024-02-29T12:30:00+02:00""#), decoding(Date.self, #""2024-02-29""#),
        decoding(UUID.self, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#),
        decoding(UUID.self, "\"x\""),
        decoding(Nested.self, #"{"inner":{"a":1,"c":null},"list":[1,2]}"#),
        decoding(Nested.self, #"{"inner":{"a":1},"list":[1,"2"]}"#),
        decoding(Nested.self, #"{"inner":[],"list":[1]}"#),
        decoding(ContactInfo.self, #"{"email":"a"}"#),
        decoding(ContactInfo.self, #"{"email":null}"#),
        decoding(ContactInfo.self, #"{"e\u006dail":"a","phone":"1"}"#),
        decoding(Shape.self, #"{"circle":{"radius":2}}"#), decoding(Shape.self, #"{"none":{}}"#),
        decoding(Shape.self, #"{"square":{"_0":2}}"#), decoding(Shape.self, #"{"oval":{}}"#),
        decoding([String: [String: ContactInfo]].self, #"{"x":{"y":{"email":"e"}}}"#),
    ]

    @Test(arguments: integers + doubles + decimals + others)
    func `read the same values and reject the same texts`(sample: Case) {
        let (ours, theirs) = sample.run()
        #expect(ours == theirs)
    }

    static func encoding<T: Encodable & Sendable>(_ value: T, snake: Bool = false) -> Case {
        Case(testDescription: "\(value)") {
            var json = JSON(keys: snake ? .snakeCase : .useDefaultKeys)
            json.sortedKeys = true
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.keyEncodingStrategy = snake ? .convertToSnakeCase : .useDefaultKeys
            let ours = (try? json.encode(value)).map { String(decoding: $0, as: UTF8.self) }
            let theirs = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
            return (ours ?? "rejected", theirs ?? "rejected")
        }
    }

    static let date = Date(timeIntervalSince1970: 1_709_209_800)
    static let encodings: [Case] = [
        encoding(1), encoding([1, 2]), encoding([1.0, 0.1, 1e300, -0.0, 1e16, 1e-300]),
        encoding([Float(0.1)]), encoding("a/b\"\\\u{1}\n\u{7F}é😀\u{2028}"),
        encoding([Int?.none, 1]),
        encoding(["b": 1, "a": 2]), encoding(["user_id": 1, "userId": 2], snake: true),
        encoding(date), encoding([date]), encoding(URL(string: "http://a/b?c=d")),
        encoding(URL(string: "../c?x", relativeTo: URL(string: "http://a/b/d/e"))),
        encoding(Data([1, 2, 3, 4])), encoding(Data()), encoding(Data([255])),
        encoding(Decimal(string: "123456789012345678901234567890.123456789")),
        encoding(Decimal(string: "-0.001")), encoding(Decimal(7000)), encoding(Decimal(0)),
        encoding(Double.nan), encoding([Double.infinity]),
        encoding(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
        encoding(Nested(a: 1, b: [1, 2], c: nil)), encoding(Nested(a: 1, b: [], c: "x")),
        encoding(Shape.circle(radius: 1)), encoding(Shape.none), encoding([Shape.square(2)]),
        encoding(
            User(
                id: 1,
                fullName: "A",
                isActive: true,
                registeredAt: date,
                contactInfo: ContactInfo(email: "e", phone: nil)
            ),
            snake: true
        ),
        encoding([Int: String](uniqueKeysWithValues: [(1, "x")])), encoding(UInt64.max),
        encoding([String]()), encoding([String: Int]()), encoding(Picky()), encoding(Int128.max),
    ]

    @Test(arguments: encodings)
    func `write the same text`(sample: Case) {
        let (ours, theirs) = sample.run()
        #expect(ours == theirs)
    }

    struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    struct Keys: Decodable {
        var all: [String]
        init(from decoder: any Decoder) throws {
            all = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }

    @Test(arguments: [
        "_foo_bar", "__foo_bar_", "fooURL", "foo_url", "foo_URL", "FOO_BAR", "FOO", "foo__bar",
        "foo_1bar", "foo_bar2baz", "foo_bar-baz", "foo_ßa", "1_2", "foo_iOS_app", "_", "", "__",
        "a_b_c", "foo_o'neil", "foo_éa", "foo_a.b", "foo_a b",
    ])
    func `turn snake case into the same names`(key: String) throws {
        let text = [UInt8](try JSONEncoder().encode([key: 1]))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let theirs = try decoder.decode(Keys.self, from: Data(text)).all
        #expect(try JSON(keys: .snakeCase).decode(Keys.self, from: text).all == theirs)
    }

    struct Named: Encodable {
        var key: String
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            if let name = AnyKey(stringValue: key) { try container.encode(1, forKey: name) }
        }
    }

    @Test(arguments: [
        "simpleOneTwo", "myURL", "singleCharacterAtEndX", "thisIsAnXMLProperty", "single", "", "a",
        "aA", "version4Thing", "partCAPS", "partCAPSLowerAGAIN", "manyWordsInThisThing",
        "asdfĆqer", "already_snake_case", "dataPoint22", "dataPoint22Word", "_oneTwo", "oneTwo_",
        "__twoUnderA", "URLString", "iOSApp",
    ])
    func `turn names into the same snake case`(key: String) throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let theirs = String(decoding: try encoder.encode(Named(key: key)), as: UTF8.self)
        let ours = try JSON(keys: .snakeCase).encode(Named(key: key))
        #expect(String(decoding: ours, as: UTF8.self) == theirs)
    }

    @Test func `read a class and its parent`() throws {
        let dog = Dog()
        dog.name = "Luna"
        dog.breed = "mix"
        let bytes = try JSON().encode(dog)
        let theirs = try JSONDecoder().decode(Dog.self, from: Data(bytes))
        let ours = try JSON().decode(Dog.self, from: JSONEncoder().encode(dog))
        #expect(theirs.name == "Luna" && ours.name == "Luna" && ours.breed == "mix")
    }
}
