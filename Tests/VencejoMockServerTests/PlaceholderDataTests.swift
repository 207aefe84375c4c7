import Testing
import VencejoHTTP
import VencejoJSON
import VencejoMockServer

struct PlaceholderDataTests {
    private let database = JSONServerMachine.placeholderDatabase

    private func items(_ name: String) -> [JSONValue] {
        database[name]?.arrayValue ?? []
    }

    private func texts(_ name: String, _ member: String) -> [String] {
        items(name).compactMap { $0[member]?.stringValue }
    }

    @Test(arguments: [
        ("posts", 100, "userId", 10), ("comments", 500, "postId", 5), ("albums", 100, "userId", 10),
        ("photos", 5000, "albumId", 50), ("todos", 200, "userId", 20),
    ])
    func `children belong to their parents without gaps`(
        _ name: String,
        _ count: Int,
        _ parent: String,
        _ each: Int
    ) {
        #expect(items(name).compactMap { $0["id"]?.intValue } == Array(1...count))
        #expect(
            items(name).compactMap { $0[parent]?.intValue }
                == (1...count).map { ($0 - 1) / each + 1 }
        )
    }

    @Test(arguments: [
        ("posts", "title", 12...79, 1...1), ("posts", "body", 102...225, 4...4),
        ("comments", "name", 10...81, 1...1), ("comments", "body", 78...263, 2...9),
    ])
    func `texts are as long as they should be`(
        _ name: String,
        _ member: String,
        _ length: ClosedRange<Int>,
        _ lines: ClosedRange<Int>
    ) {
        for text in texts(name, member) {
            #expect(length.contains(text.count))
            #expect(lines.contains(text.split(separator: "\n").count))
        }
    }

    @Test func `ninety to-dos are completed`() {
        let completed = items("todos").filter { $0["completed"] == true }
        #expect(completed.count == 90)
        #expect(
            completed.compactMap { $0["id"]?.intValue }.prefix { $0 <= 40 } == [
                4, 8, 10, 11, 12, 14, 15, 16, 17, 19, 20, 22, 25, 26, 27, 30, 35, 36, 40,
            ]
        )
    }

    @Test func `a thumbnail has the colour of its photo`() {
        let large = texts("photos", "url")
        let small = texts("photos", "thumbnailUrl")
        for (large, small) in zip(large, small) {
            #expect(large.wholeMatch(of: /https:.*600\/[0-9a-f]{3,6}/) != nil)
            #expect(large.replacing("600/", with: "150/") == small)
        }
    }

    @Test func `ten people have an address and a company`() {
        #expect(items("users").count == 10)
        for user in items("users") {
            #expect(user["email"]?.stringValue?.contains("@example.") == true)
            #expect(Double(user["address"]?["geo"]?["lat"]?.stringValue ?? "") != nil)
            let zip = user["address"]?["zipcode"]?.stringValue ?? ""
            #expect(zip.wholeMatch(of: /\d{5}(-\d{4})?/) != nil)
            #expect(user["company"]?.objectValue?.keys == ["name", "catchPhrase", "bs"])
        }
    }
}
