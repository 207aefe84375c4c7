import Foundation
import Testing
import VencejoCache
import VencejoCore
import VencejoHTTP
import VencejoStore

@Suite struct DamageTests {
    @Test(
        arguments: [
            "UPDATE response SET body = X'00' || substr(body, 2)",
            "UPDATE response SET body = substr(body, 2)",
            "UPDATE response SET head = substr(head, 1, 40)",
            "UPDATE response SET head = X''", "UPDATE response SET headsum = headsum + 1",
        ]
    )
    func `a damaged answer is a miss, and is dropped`(sql: String) async throws {
        let ground = try Ground()
        let store = try ground.open()
        _ = await store.save("https://a.example/x", bytes(100))
        try store.database.execute(sql)
        #expect(await store.find("https://a.example/x") == nil)
        #expect(ground.complaints.contains { $0.contains("dropped") })
        #expect(await store.table.usage().count == 0)
        #expect(await store.save("https://a.example/x", bytes(7)))
        #expect(await store.body("https://a.example/x") == bytes(7))
    }

    @Test(
        arguments: [
            "UPDATE piece SET bytes = X'00' || substr(bytes, 2) WHERE number = 0",
            "DELETE FROM piece WHERE number = 0",
            "UPDATE piece SET bytes = (SELECT bytes FROM piece WHERE number = 1) WHERE number = 0",
        ]
    )
    func `a damaged first piece is a miss`(sql: String) async throws {
        let ground = try Ground()
        let store = try ground.open()
        _ = await store.save("https://a.example/x", bytes(500_000))
        try store.database.execute(sql)
        let response = try #require(await store.find("https://a.example/x"))
        #expect(await store.table.body(of: response) == nil)
    }

    @Test func `a damaged later piece ends the reading and drops the answer`() async throws {
        let ground = try Ground()
        let store = try ground.open()
        _ = await store.save("https://a.example/x", bytes(500_000))
        try store.database.execute("UPDATE piece SET sum = 0 WHERE number = 2")
        let response = try #require(await store.find("https://a.example/x"))
        #expect(await store.table.body(of: response)?.whole() == nil)
        #expect(await store.find("https://a.example/x") == nil)
    }

    @Test func `a full disk is a line of trouble, and the call goes on`() async throws {
        let ground = try Ground()
        let store = try ground.open()
        _ = await store.save("https://a.example/x", bytes(100))
        try store.database.execute("PRAGMA max_page_count = 40")
        #expect(await !store.save("https://a.example/y", bytes(700_000)))
        #expect(ground.complaints.contains { $0.contains("full") })
        let writer = try #require(await store.table.begin(stored("https://a.example/z")))
        #expect(await !writer.write(bytes(900_000)))
        #expect(await store.find("https://a.example/y") == nil)
        #expect(await store.body("https://a.example/x") == bytes(100))
    }

    @Test func `a file that is no database is set aside, whole`() async throws {
        let ground = try Ground()
        let precious = Data(repeating: 7, count: 9_000)
        try precious.write(to: URL(filePath: ground.folder.file))
        let store = try ground.open()
        #expect(ground.complaints.count == 1)
        let aside = URL(filePath: ground.folder.file + ".damaged-1")
        #expect(try Data(contentsOf: aside) == precious)
        #expect(await store.save("https://a.example/x", bytes(100)))
    }

    @Test func `a database of another program stays as it is`() throws {
        let ground = try Ground()
        try ground.open().database.execute("PRAGMA application_id = 7")
        let before = try Data(contentsOf: URL(filePath: ground.folder.file))
        let error = #expect(throws: StoreError.self) { try ground.open() }
        #expect(error?.message.contains("another program") == true)
        #expect(try Data(contentsOf: URL(filePath: ground.folder.file)) == before)
    }

    @Test func `nobody else may read the file`() async throws {
        let ground = try Ground()
        _ = await (try ground.open()).save("https://a.example/x", bytes(100))
        for name in try FileManager.default.contentsOfDirectory(atPath: ground.folder.path) {
            let path = ground.folder.path + "/" + name
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func `a folder that is not there is an error`() throws {
        #expect(throws: StoreError.self) {
            try OfflineStore(path: "/nowhere/at/all/cache.sqlite")
        }
    }

    @Test func `a file of a newer version is left alone`() throws {
        let ground = try Ground()
        try ground.open().database.execute("PRAGMA user_version = 99")
        #expect(throws: StoreError.self) { try ground.open() }
    }

    @Test func `what was written before the last step is still there after it`() async throws {
        let ground = try Ground()
        do {
            let store = try ground.open()
            _ = await store.save("https://a.example/x", bytes(100))
            try store.database.execute("DROP TABLE snapshot; PRAGMA user_version = 1")
        }
        let store = try ground.open()
        #expect(await store.body("https://a.example/x") == bytes(100))
        #expect(await store.snapshots.save([1], "a"))
    }

    @Test func `fields in any bytes are read or refused, and never more`() {
        let whole = HeadCoder.encode(stored("https://a.example/x", tags: ["t"]))
        let key = CacheKey(url: "https://a.example/x")
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255)
            }
            if Bool.random() { bytes.removeLast(Int.random(in: 1...bytes.count)) }
            _ = HeadCoder.decode(bytes, id: 1, key: key, length: 0, body: nil)
        }
        #expect(HeadCoder.decode(whole, id: 1, key: key, length: 0, body: nil) != nil)
        #expect(HeadCoder.decode(whole + [0], id: 1, key: key, length: 0, body: nil) == nil)
    }
}
