import Foundation
import TestSupport
import Testing
import VencejoJSON

@Suite struct `A date` {
    struct Schema: Decodable, Sendable {
        var description: String
        var input: JSONValue
        var valid: Bool
    }

    struct Offset: Decodable, Sendable {
        var name: String
        var input: String
        var validRfc3339: Bool
        var unixSeconds: Int?
        var fraction: String?
    }

    static func cases<T: Decodable>(_ file: String) -> [T] {
        guard let data = try? Conformance.data("dates/\(file).json") else { return [] }
        return (try? JSON(keys: .snakeCase).decode([T].self, from: data)) ?? []
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: cases("json-schema-date-time") as [Schema]
    )
    func `is valid by RFC 3339 or rejected`(sample: Schema) {
        guard sample.input.stringValue != nil else { return }
        let date = try? JSON().decode(Date.self, from: sample.input)
        #expect((date != nil) == sample.valid, "\(sample.description)")
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: cases("toml-offset-date-times") as [Offset]
    )
    func `is the moment that its offset says`(sample: Offset) throws {
        let date = try? JSON().decode(Date.self, from: JSONValue.string(sample.input))
        #expect((date != nil) == sample.validRfc3339)
        if let date, let seconds = sample.unixSeconds {
            #expect(Int(date.timeIntervalSince1970.rounded(.down)) == seconds)
        }
    }

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"))
    func `has conformance data to be held against`() {
        #expect((Self.cases("json-schema-date-time") as [Schema]).count > 10)
        #expect((Self.cases("toml-offset-date-times") as [Offset]).count > 10)
    }

    @Test(arguments: [
        DateStrategy.iso8601, .deferred, .secondsSince1970, .millisecondsSince1970,
        .custom(parse: { Double($0) }, format: { "\($0)" }),
    ])
    func `survives being written and read`(strategy: DateStrategy) throws {
        let json = JSON(dates: strategy)
        for seconds in [0, 1_709_209_800, -1, -62_135_596_800, 253_402_300_799, 951_782_400.25] {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(try json.decode([Date?].self, from: json.encode([date, nil])) == [date, nil])
        }
    }

    @Test(arguments: [
        ("\"2024-02-30T00:00:00Z\"", "\"2024-02-30T00:00:00Z\" is not an ISO 8601 date and time"),
        ("\"2024-02-29T12:30:00Zx\"", "\"2024-02-29T12:30:00Zx\" is not an ISO 8601 date and time"),
        ("null", "expected Date, found null"),
    ])
    func `that is none says so`(text: String, message: String) {
        let error = #expect(throws: JSONError.self) { try JSON().decode(Date.self, from: text) }
        #expect(error?.description == "\(message) (line 1, column 1)")
    }

    @Test func `agrees with Foundation over two centuries`() throws {
        var state: UInt64 = 42
        for _ in 0..<2000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let seconds = Double(Int(state >> 33) % 6_311_433_600 - 3_155_760_000)
            let date = Date(timeIntervalSince1970: seconds)
            let text = date.formatted(.iso8601)
            #expect(try JSON().encodeToValue(date) == .string(text))
            #expect(try JSON().decode(Date.self, from: JSONValue.string(text)) == date)
        }
    }
}
