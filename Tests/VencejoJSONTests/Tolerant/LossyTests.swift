import Foundation
import Testing
import VencejoJSON

@Suite struct `A lossy collection` {
    struct Feed: Codable, Equatable {
        @Lossy var items: [ContactInfo]
        @Lossy var byName: [String: Int]
    }

    @Test func `drops what cannot be read and says what`() throws {
        let text = """
            {"items": [{"email": "a"}, 7, {"phone": "1"}, null, {"email": "b"}],
             "by_name": {"user_id": 1, "x": "one"}}
            """
        let feed = try JSON(keys: .snakeCase).decode(Feed.self, from: text)
        #expect(feed.items.map(\.email) == ["a", "b"])
        #expect(feed.$items.map(\.place) == ["[1]", "[2]", "[3]"])
        #expect(feed.$items[1].reason == "`email` is missing")
        #expect(feed.byName == ["user_id": 1])
        #expect(feed.$byName.map(\.description) == ["x: expected Int, found another type"])
        let written = try JSON(keys: .snakeCase).encodeToValue(feed)
        #expect(written["items"] == [["email": "a"], ["email": "b"]])
        #expect(written["by_name"] == ["user_id": 1])
    }

    @Test func `is empty when it is null or absent`() throws {
        let feed = try JSON().decode(Feed.self, from: #"{"items": null}"#)
        #expect(feed.items.isEmpty && feed.byName.isEmpty && feed.$items.isEmpty)
        #expect(throws: JSONError.self) { try JSON().decode(Feed.self, from: #"{"items": 1}"#) }
    }

    @Test func `is the same with Foundation's coder`() throws {
        let text = #"{"items": [{"email": "a"}, 7], "byName": {"x": "one", "y": 2}}"#
        let theirs = try JSONDecoder().decode(Feed.self, from: Data(text.utf8))
        let ours = try JSON().decode(Feed.self, from: text)
        #expect(theirs == ours && theirs.$items.map(\.place) == ours.$items.map(\.place))
    }

    @Test func `may hold dates and other values of JSON's own form`() throws {
        let text = #"{"dates": ["2024-02-29T12:30:00Z", "yesterday"]}"#
        struct Days: Decodable { @Lossy var dates: [Date] }
        let days = try JSON().decode(Days.self, from: text)
        #expect(days.dates.count == 1 && days.$dates.map(\.place) == ["[1]"])
        #expect(days.$dates[0].reason == "\"yesterday\" is not an ISO 8601 date and time")
    }
}
