import Foundation
import Testing
import VencejoJSON

@Suite struct `A tolerant date` {
    @Test(arguments: [
        ("2024-02-29T12:30:00Z", 0), ("2024-02-29t12:30:00z", 0), ("2024-02-29 12:30:00Z", 0),
        ("2024-02-29T12:30:00.1Z", 0.1), ("2024-02-29T12:30:00.123456789Z", 0.123456789),
        ("2024-02-29T12:30:00,5Z", 0.5), ("2024-02-29T14:30:00+02:00", 0),
        ("2024-02-29T14:30:00+0200", 0), ("2024-02-29T14:30:00+02", 0),
        ("2024-02-29 12:30:00 UTC", 0), ("2024-02-29 12:30:00 +0000", 0),
        ("2024-02-29T12:30:00GMT", 0), ("2024-02-29T12:30Z", 0), ("20240229T123000Z", 0),
        ("20240229T1230Z", 0), ("2024-02-29", -45_000), ("20240229", -45_000),
        ("1709209800", 0), ("1709209800000", 0), ("1709209800.25", 0.25),
        ("-1709209800", -3_418_419_600), ("2024-02-29T07:00:00-05:30", 0),
    ])
    func `is read in every form that services send`(text: String, off: Double) throws {
        let date = try JSON(dates: .tolerant).decode(Date.self, from: JSONValue.string(text))
        #expect(abs(date.timeIntervalSince1970 - 1_709_209_800 - off) < 1e-6)
    }

    @Test(arguments: [
        ("1709209800", 1_709_209_800), ("1709209800123", 1_709_209_800.123), ("0", 0),
        ("-86400", -86_400), ("1709209800.5", 1_709_209_800.5), ("1e11", 1e8),
    ])
    func `may be a number of seconds or milliseconds`(text: String, seconds: Double) throws {
        let date = try JSON(dates: .tolerant).decode(Date.self, from: text)
        #expect(date.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "x", "2024", "2024-02", "2024-02-30", "2024-2-9", "2024-02-29T", "2024-02-29T12",
        "2024-02-29T12:30:00Zx", "2024-02-29T12:30:00.Z", "2024-02-29T25:00:00Z", "2024-0229",
        "2024-02-29T12:30:00+2", "12345678", "2024-02-29T12:30:00+02:0", "2024-02-29T12:60:00Z",
        "2024-02-29T12:30:00", "2024-02-29Z", "--1709209800", "1709209800x",
    ])
    func `that is none is refused`(text: String) {
        let error = #expect(throws: JSONError.self) {
            try JSON(dates: .tolerant).decode(Date.self, from: JSONValue.string(text))
        }
        #expect(error?.kind == .notADate)
    }

    @Test func `without a zone is read where an offset is given for it`() throws {
        let madrid = JSON(dates: .tolerating(DateTolerance(offsetWithoutZone: 3600)))
        for text in ["2024-02-29T13:30:00", "2024-02-29 13:30", "2024-02-29T13:30:00.000"] {
            let date = try madrid.decode(Date.self, from: JSONValue.string(text))
            #expect(date.timeIntervalSince1970 == 1_709_209_800)
        }
        let midnight = try madrid.decode(Date.self, from: "\"2024-02-29\"")
        #expect(midnight.timeIntervalSince1970 == 1_709_161_200)
    }

    @Test func `is written as the strict one is`() throws {
        let date = Date(timeIntervalSince1970: 1_709_209_800.25)
        let tolerant = try JSON(dates: .tolerant).encodeToValue(date)
        #expect(tolerant == "2024-02-29T12:30:00.250Z")
        #expect(try JSON().decode(Date.self, from: tolerant) == date)
    }

    @Test(arguments: [
        ("dd/MM/yyyy", 0, "29/02/2024", 1_709_164_800),
        ("d.M.yyyy H:mm", 3600, "29.2.2024 13:30", 1_709_209_800),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", 0, "2024-02-29T12:30:00Z", 1_709_209_800),
        ("yyyyMMdd HHmmss.SSS", 0, "20240229 123000.250", 1_709_209_800.25),
        ("yyyy''MM''dd", 0, "2024'02'29", 1_709_164_800),
    ])
    func `may have a fixed pattern`(
        pattern: String,
        offset: Int,
        text: String,
        seconds: Double
    ) throws {
        let format = try #require(DateFormat(pattern, offset: offset))
        let json = JSON(dates: .formatted(format))
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try json.decode(Date.self, from: JSONValue.string(text)) == date)
        #expect(try json.encodeToValue(date) == .string(text))
    }

    @Test func `that does not follow its pattern says so`() throws {
        let json = JSON(dates: .formatted(try #require(DateFormat("dd/MM/yyyy"))))
        for text in ["2024-02-29", "30/02/2024", "29/02/2024 ", "29/02/24", "9/2/2024"] {
            let error = #expect(throws: JSONError.self) {
                try json.decode(Date.self, from: JSONValue.string(text))
            }
            #expect(error?.reason == "\"\(text)\" is not a date like dd/MM/yyyy")
        }
        #expect(
            try DateFormat("yyyy-MM-dd'T'HH:mm:ssXXX").map {
                try JSON(dates: .formatted($0)).decode(
                    Date.self,
                    from: "\"2024-02-29T13:30:00+01:00\""
                )
            } == Date(timeIntervalSince1970: 1_709_209_800)
        )
    }

    @Test(arguments: ["", "MMM d yyyy", "dd/MM/yy", "yyyy-MM", "yyyy-MM-dd'T", "EEE yyyy-MM-dd"])
    func `has no pattern with names or without a day`(pattern: String) {
        #expect(DateFormat(pattern) == nil)
    }

    @Test func `may be read and written by code of one's own`() throws {
        struct Parts: Codable { var days: Double }
        let json = JSON(
            dates: .coding(
                decode: { try Parts(from: $0).days * 86_400 },
                encode: { try Parts(days: $0 / 86_400).encode(to: $1) }
            )
        )
        let date = Date(timeIntervalSince1970: 172_800)
        #expect(try json.encodeToValue([date]) == [["days": 2]])
        #expect(try json.decode([Date].self, from: "[{\"days\":2}]") == [date])
        let error = #expect(throws: JSONError.self) { try json.decode([Date].self, from: "[{}]") }
        #expect(error?.path == "[0].days")
    }
}
