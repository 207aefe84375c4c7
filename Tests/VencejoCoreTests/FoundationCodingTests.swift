import Foundation
import Testing
import VencejoFoundation
import VencejoJSON

@Suite struct `Foundation's strategies` {
    @Test func `lend their formatters`() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "d MMM yyyy"
        let json = JSON(dates: .formatted(formatter))
        let date = Date(timeIntervalSince1970: 1_709_164_800)
        #expect(try json.encodeToValue(date) == "29 Feb 2024")
        #expect(try json.decode(Date.self, from: "\"29 Feb 2024\"") == date)
        #expect(throws: JSONError.self) { try json.decode(Date.self, from: "\"29/02/2024\"") }
    }

    @Test func `may be code that makes dates`() throws {
        let json = JSON(
            dates: .coding(
                decode: { Date(timeIntervalSince1970: try Double(from: $0) * 60) },
                encode: { try ($0.timeIntervalSince1970 / 60).encode(to: $1) }
            )
        )
        let date = Date(timeIntervalSince1970: 120)
        #expect(try json.encode([date]) == Array("[2]".utf8))
        #expect(try json.decode([Date].self, from: "[2]") == [date])
    }

    struct Scaled: CodableWithConfiguration, Equatable {
        typealias EncodingConfiguration = Int
        typealias DecodingConfiguration = Int
        var value: Int

        init(value: Int) { self.value = value }

        init(from decoder: any Decoder, configuration: Int) throws {
            value = try decoder.singleValueContainer().decode(Int.self) * configuration
        }

        func encode(to encoder: any Encoder, configuration: Int) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value / configuration)
        }
    }

    struct Ten: DecodingConfigurationProviding, EncodingConfigurationProviding {
        static var decodingConfiguration: Int { 10 }
        static var encodingConfiguration: Int { 10 }
    }

    struct Row: Codable, Equatable {
        @CodableConfiguration(from: Ten.self) var scaled = Scaled(value: 0)
    }

    @Test func `hand a type its configuration`() throws {
        let json = JSON()
        #expect(try json.decode(Scaled.self, from: [0x37], configuration: 3).value == 21)
        #expect(try json.encode(Scaled(value: 21), configuration: 3) == [0x37])
        let row = try json.decode(Row.self, from: #"{"scaled":4}"#)
        #expect(row.scaled.value == 40)
        #expect(try json.encode(row) == Array(#"{"scaled":4}"#.utf8))
        #expect(try JSONDecoder().decode(Row.self, from: Data(#"{"scaled":4}"#.utf8)) == row)
    }
}
