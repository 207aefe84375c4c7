import Foundation
import VencejoJSON

/// One thing that Foundation's coder does, and what ours does.
struct Quirk: Sendable {
    enum Verdict: Sendable {
        case matched
        case onPurpose(String)
    }

    let group: String
    let what: String
    let verdict: Verdict
    /// What each makes of it; "rejected" for an error.
    let run: @Sendable () -> (theirs: String, ours: String)

    init<T: Decodable & SendableMetatype>(
        _ group: String,
        _ what: String,
        _ type: T.Type,
        _ bytes: [UInt8],
        _ keys: KeyStrategy = .useDefaultKeys,
        _ configure: @escaping @Sendable (inout JSON, JSONDecoder) -> Void = { _, _ in },
        but reason: String? = nil
    ) {
        self.group = group
        self.what = what
        verdict = reason.map(Verdict.onPurpose) ?? .matched
        run = {
            var json = JSON(keys: keys)
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            if case .snakeCase = keys { decoder.keyDecodingStrategy = .convertFromSnakeCase }
            configure(&json, decoder)
            let ours = (try? json.decode(type, from: bytes)).map { "\($0)" }
            let theirs = (try? decoder.decode(type, from: Data(bytes))).map { "\($0)" }
            return (theirs ?? "rejected", ours ?? "rejected")
        }
    }

    init<T: Decodable & SendableMetatype>(
        _ group: String,
        _ type: T.Type,
        _ text: String,
        _ keys: KeyStrategy = .useDefaultKeys,
        but reason: String? = nil
    ) {
        self.init(group, "`\(text)` as `\(type)`", type, Array(text.utf8), keys, but: reason)
    }
}

extension Quirk {
    struct Nothing: Decodable, CustomStringConvertible {
        init(from decoder: any Decoder) throws {}
        var description: String { "read" }
    }

    struct Cafe: Decodable {
        var cafe: Int
        private enum CodingKeys: String, CodingKey { case cafe = "caf\u{e9}" }
    }
    struct Named: Decodable { var userName: Int }
    struct Trapped: Decodable {
        var userId: Int
        private enum CodingKeys: String, CodingKey { case userId = "user_id" }
    }
    enum Side: String, Codable, CodingKeyRepresentable { case leftHand, rightHand }
    struct Pair: Decodable { var a: Int, b: Int }

    static let all: [Quirk] = numbers + others + keys + dates + texts

    static let numbers: [Quirk] =
        ["1.0", "1e3", "-0.0", "9007199254740993.0", "100000000000000000000e-2", "1.5", "true"]
        .map { Quirk("Numbers", Int.self, $0) } + [
            Quirk("Numbers", Int.self, "1e-400", but: "it is not a whole number"),
            Quirk("Numbers", UInt8.self, "255.0"), Quirk("Numbers", UInt8.self, "300"),
            Quirk("Numbers", Bool.self, "1"), Quirk("Numbers", Bool.self, #""true""#),
            Quirk("Numbers", Double.self, "1e400"), Quirk("Numbers", Double.self, "1e-400"),
            Quirk("Numbers", Float.self, "1e-50"), Quirk("Numbers", Double.self, "-0"),
            Quirk(
                "Numbers",
                [Double].self,
                "[0e1]",
                but: "zero with an exponent is a number by the grammar"
            ),
            Quirk("Numbers", Decimal.self, "123456789012345678901234567890.123456789"),
            Quirk("Numbers", Decimal.self, "1e127"), Quirk("Numbers", Decimal.self, "1e128"),
            Quirk(
                "Numbers",
                #"`["INF"]` as `Array<Double>`, where `INF` stands for infinity"#,
                [Double].self,
                Array(#"["INF"]"#.utf8),
                .useDefaultKeys,
                { json, decoder in
                    json.nonConformingFloats = .strings(
                        positiveInfinity: "INF",
                        negativeInfinity: "-INF",
                        nan: "NAN"
                    )
                    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                        positiveInfinity: "INF",
                        negativeInfinity: "-INF",
                        nan: "NAN"
                    )
                }
            ),
            Quirk("Numbers", Double.self, #""Infinity""#),
        ]

    static let others: [Quirk] = [
        Quirk("Data and URLs", Data.self, #""AQI""#),
        Quirk("Data and URLs", Data.self, #""_-8=""#),
        Quirk("Data and URLs", Data.self, #""A\nQ==""#),
        Quirk("Data and URLs", URL.self, #""""#),
        Quirk("Data and URLs", URL.self, #""http://[::1""#),
        Quirk("Data and URLs", URL.self, #""http://a/b c""#),
        Quirk("Data and URLs", Optional<Int>.self, "null"),
        Quirk("Data and URLs", String.self, "null"),
    ]

    static let keys: [Quirk] =
        [
            "_foo_bar", "__foo_bar_", "fooURL", "foo_URL", "FOO_BAR", "FOO", "foo__bar",
            "foo_1bar", "foo_bar2baz", "foo_bar-baz", "foo_ßa", "1_2", "foo_iOS_app",
        ].map { Quirk("Keys", AllKeys.self, #"{"\#($0)": 1}"#, .snakeCase) } + [
            Quirk("Keys", Pair.self, #"{"a": 1, "b": 2, "a": 3}"#),
            Quirk("Keys", Named.self, #"{"user_name": 1, "userName": 2}"#, .snakeCase),
            Quirk("Keys", [String: Int].self, #"{"a": 1, "a": 2}"#),
            Quirk("Keys", Pair.self, #"{"\u0061": 1, "b": 2}"#),
            Quirk(
                "Keys",
                "a composed `é` in the model, a decomposed one in the text",
                Cafe.self,
                Array("{\"cafe\u{301}\": 1}".utf8)
            ),
            Quirk("Keys", [String: Int].self, #"{"user_id": 1}"#, .snakeCase),
            Quirk("Keys", [Side: Int].self, #"{"leftHand": 1}"#),
            Quirk("Keys", [Side: Int].self, #"{"left_hand": 1}"#, .snakeCase),
            Quirk("Keys", Trapped.self, #"{"user_id": 1}"#, .snakeCase),
            Quirk("Keys", [Int: Int].self, #"{"1": 1}"#),
            Quirk("Keys", [Int: Int].self, #"{"one": 1}"#),
        ]

    struct AllKeys: Decodable, CustomStringConvertible {
        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let description: String

        init(from decoder: any Decoder) throws {
            description = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
                .joined(separator: " ")
        }
    }

    private static let strict = "RFC 3339 and no more; `.tolerant` reads what services send"

    private static let digits = "months, days and times have two digits"

    static let dates: [Quirk] = [
        Quirk("Dates", Date.self, #""2024-02-29T12:30:00Z""#),
        Quirk("Dates", Date.self, #""2024-02-29T12:30:00.5Z""#),
        Quirk("Dates", Date.self, #""2024-02-29T12:30:00+02:00""#),
        Quirk("Dates", Date.self, #""2024-02-29T12:30:00+0200""#, but: strict),
        Quirk("Dates", Date.self, #""2024-02-29T12:30:00+02""#, but: strict),
        Quirk("Dates", Date.self, #""2024-02-30T12:30:00Z""#, but: "there is no such day"),
        Quirk("Dates", Date.self, #""2024-02-29T24:00:00Z""#, but: "there is no such hour"),
        Quirk("Dates", Date.self, #""2024-02-29T12:60:00Z""#, but: "there is no such minute"),
        Quirk("Dates", Date.self, #""2024-1-1T0:0:0Z""#, but: digits),
        Quirk("Dates", Date.self, #""2024-02-29T12:30:00Zx""#, but: "it is garbage after the date"),
        Quirk("Dates", Date.self, #""2024-02-29t12:30:00z""#, but: "RFC 3339 allows small letters"),
        Quirk("Dates", Date.self, #""2024-02-29 12:30:00Z""#, but: "RFC 3339 allows the blank"),
        Quirk("Dates", Date.self, #""2024-02-29T12:30:00""#),
        Quirk("Dates", Date.self, #""2024-02-29""#),
        Quirk("Dates", Date.self, #""20240229T123000Z""#),
    ]

    private static let grammar = "it is not JSON (RFC 8259)"
    private static let unread = "what nobody reads must be JSON all the same"

    static let texts: [Quirk] = [
        Quirk("Texts", [Int].self, "[1,]", but: grammar),
        Quirk("Texts", [String].self, #"["",]"#, but: grammar),
        Quirk("Texts", [String: Int].self, #"{"a":1,}"#, but: grammar),
        Quirk("Texts", Nothing.self, "[1.e5]", but: unread),
        Quirk("Texts", Nothing.self, #"["\q"]"#, but: unread),
        Quirk("Texts", Nothing.self, "[\"\t\"]", but: unread),
        Quirk(
            "Texts",
            "invalid UTF-8 in a string that is not read",
            Nothing.self,
            [0x5B, 0x22, 0xFF, 0x22, 0x5D],
            but: unread
        ),
        Quirk("Texts", Int.self, "1"), Quirk("Texts", String.self, #""x""#),
        Quirk("Texts", "no text at all", [Int].self, []),
        Quirk("Texts", "a byte order mark", [Int].self, [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)),
        Quirk("Texts", "UTF-16 without a mark", [Int].self, [0x5B, 0, 0x31, 0, 0x5D, 0]),
        Quirk("Texts", "UTF-16 with a mark", [Int].self, [0xFE, 0xFF, 0, 0x5B, 0, 0x31, 0, 0x5D]),
        Quirk("Texts", "UTF-32 without a mark", Int.self, [0, 0, 0, 0x31]),
        Quirk(
            "Texts",
            "members without braces, where that is asked for",
            [String: Int].self,
            Array(#""a": 1"#.utf8),
            .useDefaultKeys,
            { json, decoder in
                json.assumesTopLevelDictionary = true
                decoder.assumesTopLevelDictionary = true
            }
        ),
        Quirk("Texts", "arrays 512 deep", JSONValue.self, nested(512)),
        Quirk("Texts", "arrays 513 deep", JSONValue.self, nested(513)),
    ]

    private static func nested(_ depth: Int) -> [UInt8] {
        [UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth)
    }
}
