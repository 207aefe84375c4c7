import Foundation
import Testing
import VencejoJSON

@Suite struct `A member with a default` {
    enum Level: String, Codable { case low, high }
    enum Low: DefaultSource { static var value: Level { .low } }

    struct Settings: Codable, Equatable {
        @Default<Defaults.False> var isPublic: Bool
        @Default<Defaults.True> var isActive: Bool
        @Default<Defaults.Zero<Int>> var count: Int
        @Default<Defaults.Empty<[String]>> var tags: [String]
        @Default<Defaults.Empty<String>> var note: String
        @Default<Defaults.EmptyDictionary<Int>> var limits: [String: Int]
        @Default<Low> var level: Level
    }

    @Test func `has it where the text has none that can be read`() throws {
        let settings = try JSON().decode(
            Settings.self,
            from: #"{"isPublic": null, "count": "many", "level": "extreme", "note": "x"}"#
        )
        #expect(!settings.isPublic && settings.isActive && settings.count == 0)
        #expect(settings.tags.isEmpty && settings.limits.isEmpty && settings.level == .low)
        #expect(settings.note == "x" && settings.$note == nil)
        #expect(settings.$isPublic == "null" && settings.$isActive == "absent")
        #expect(settings.$count == "expected Int, found another type")
        #expect(settings.$level?.contains("extreme") == true)
    }

    @Test func `is read and written like any other`() throws {
        let text =
            #"{"isPublic":true,"isActive":false,"count":3,"tags":["a"],"#
            + #""note":"n","limits":{"x":1},"level":"high"}"#
        let settings = try JSON().decode(Settings.self, from: text)
        #expect(settings.$count == nil && settings.level == .high)
        #expect(try JSON().encode(settings) == Array(text.utf8))
        #expect(try JSONDecoder().decode(Settings.self, from: Data(text.utf8)) == settings)
        let theirs = try JSONDecoder().decode(Settings.self, from: Data("{}".utf8))
        #expect(try JSON().decode(Settings.self, from: "{}") == theirs)
    }
}
