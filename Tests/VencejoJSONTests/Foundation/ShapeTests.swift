import Foundation
import Testing
import VencejoJSON

@Suite struct `A model of any shape` {
    /// Options of both coders that mean the same.
    struct Options: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let json: JSON
        let set: @Sendable (JSONEncoder, JSONDecoder) -> Void

        static let all: [Options] = [
            Options("ISO 8601", JSON()) { encoder, decoder in
                encoder.dateEncodingStrategy = .iso8601
                decoder.dateDecodingStrategy = .iso8601
            },
            Options("snake case, seconds", JSON(keys: .snakeCase, dates: .secondsSince1970)) {
                $0.keyEncodingStrategy = .convertToSnakeCase
                $1.keyDecodingStrategy = .convertFromSnakeCase
                $0.dateEncodingStrategy = .secondsSince1970
                $1.dateDecodingStrategy = .secondsSince1970
            },
            Options("milliseconds, data as numbers", deferredData) {
                $0.dateEncodingStrategy = .millisecondsSince1970
                $1.dateDecodingStrategy = .millisecondsSince1970
                $0.dataEncodingStrategy = .deferredToData
                $1.dataDecodingStrategy = .deferredToData
            },
            Options("deferred dates, infinities as strings", deferredDates) {
                $0.nonConformingFloatEncodingStrategy = .convertToString(
                    positiveInfinity: "+",
                    negativeInfinity: "-",
                    nan: "?"
                )
                $1.nonConformingFloatDecodingStrategy = .convertFromString(
                    positiveInfinity: "+",
                    negativeInfinity: "-",
                    nan: "?"
                )
            },
        ]

        private static var deferredData: JSON {
            var json = JSON(dates: .millisecondsSince1970)
            json.data = .deferred
            return json
        }

        private static var deferredDates: JSON {
            var json = JSON(dates: .deferred)
            json.nonConformingFloats = .strings(
                positiveInfinity: "+",
                negativeInfinity: "-",
                nan: "?"
            )
            return json
        }

        init(
            _ name: String,
            _ json: JSON,
            _ set: @escaping @Sendable (JSONEncoder, JSONDecoder) -> Void
        ) {
            testDescription = name
            self.json = json
            self.set = set
        }
    }

    @Test(arguments: Shapes.all.indices, Options.all)
    func `is written and read as Foundation does it`(index: Int, options: Options) throws {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        options.set(encoder, decoder)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var json = options.json
        json.sortedKeys = true
        let fault = Shapes.all[index].check(json, encoder, decoder)
        #expect(fault == nil, "\(Shapes.all[index].name): \(fault ?? "")")
    }

    @Test func `is one of fifty and more`() { #expect(Shapes.all.count >= 50) }
}
