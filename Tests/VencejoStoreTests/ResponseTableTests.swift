import Testing
import VencejoCache
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoStore

@Suite struct ResponseTableTests {
    static let sizes = [0, 1, 16 << 10, (16 << 10) + 1, 128 << 10, 1_000_000]

    @Test(arguments: sizes)
    func `an answer is found again as it was, also by another opening`(size: Int) async throws {
        let ground = try Ground()
        let body = bytes(size)
        let first = try ground.open()
        #expect(await first.save("https://a.example/x", body))
        for store in [first, try ground.open()] {
            var found = try #require(await store.find("https://a.example/x"))
            #expect(await store.table.body(of: found)?.whole() == body)
            found.id = 0
            found.inlineBody = nil
            #expect(found == stored("https://a.example/x", length: size))
        }
        #expect(ground.complaints.isEmpty)
    }

    @Test(arguments: sizes)
    func `a body may come in pieces of any size`(size: Int) async throws {
        let ground = try Ground()
        let store = try ground.open()
        let body = bytes(size)
        let writer = try #require(await store.table.begin(stored("https://a.example/x")))
        for start in stride(from: 0, to: size, by: 70_001) {
            #expect(await writer.write(Array(body[start..<min(size, start + 70_001)])))
            #expect(await store.find("https://a.example/x") == nil)
        }
        await writer.commit(replacing: [])
        #expect(await store.body("https://a.example/x") == body)
        #expect(await store.find("https://a.example/x")?.length == size)
    }

    @Test func `what was abandoned leaves nothing behind`() async throws {
        let ground = try Ground()
        let store = try ground.open()
        do {
            let writer = try #require(await store.table.begin(stored("https://a.example/x")))
            #expect(await writer.write(bytes(400_000)))
        }
        #expect(await store.find("https://a.example/x") == nil)
        #expect(await store.table.usage().count == 0)
        #expect(ground.complaints.isEmpty)
    }

    @Test func `a new answer takes the place of the old one`() async throws {
        let store = try Ground().open()
        _ = await store.save("https://a.example/x", bytes(300_000, 1))
        _ = await store.save("https://a.example/x", bytes(100, 2))
        #expect(await store.table.responses(for: CacheKey(url: "https://a.example/x")).count == 1)
        #expect(await store.body("https://a.example/x") == bytes(100, 2))
        let usage = await store.table.usage()
        #expect(usage.count == 1 && usage.bytes < 5_000)
    }

    @Test func `an update changes the fields and leaves the body`() async throws {
        let store = try Ground().open()
        for (url, size) in [("https://a.example/s", 10), ("https://a.example/l", 200_000)] {
            _ = await store.save(url, bytes(size))
            let old = try #require(await store.find(url))
            let news: Headers = ["Cache-Control": "max-age=7"]
            await store.table.update(old.updated(by: news, requested: 5, received: 6))
            let new = try #require(await store.find(url))
            #expect(new.headers[.cacheControl] == "max-age=7" && new.received == 6)
            #expect(new.headers[.etag] == "\"a\"")
            #expect(await store.body(url) == bytes(size))
        }
    }

    @Test func `those used longest ago leave first`() async throws {
        let ground = try Ground()
        let store = try ground.open(bytes: 100_000)
        for number in 0..<7 {
            ground.now.withLock { $0 += 1 }
            #expect(await store.save("https://a.example/\(number)", bytes(10_000)))
        }
        ground.now.withLock { $0 += 1 }
        #expect(await store.body("https://a.example/0") != nil)
        for number in 7..<12 {
            ground.now.withLock { $0 += 1 }
            #expect(await store.save("https://a.example/\(number)", bytes(10_000)))
        }
        #expect(await store.find("https://a.example/0") != nil)
        #expect(await store.find("https://a.example/1") == nil)
        #expect(await store.find("https://a.example/11") != nil)
        #expect(await store.table.usage().bytes <= 100_000)
    }

    @Test func `an answer larger than a quarter of the room is not kept`() async throws {
        let store = try Ground().open(bytes: 400_000)
        #expect(await !store.save("https://a.example/x", bytes(200_000)))
        let writer = try #require(await store.table.begin(stored("https://a.example/x")))
        #expect(await writer.write(bytes(90_000)))
        #expect(await !writer.write(bytes(90_000)))
        await writer.commit(replacing: [])
        #expect(await store.find("https://a.example/x") == nil)
        #expect(await store.table.usage().count == 0)
    }

    @Test func `answers are forgotten by address, beginning, word, and all`() async throws {
        let store = try Ground().open()
        for path in ["a", "a/1", "a/2", "b"] {
            _ = await store.save(
                "https://a.example/\(path)",
                bytes(5),
                tags: [path.prefix(1) + "!"]
            )
        }
        #expect(await store.table.list(.prefix("https://a.example/a/"), limit: 9).count == 2)
        #expect(await store.table.remove(.url("https://a.example/a")) == 1)
        #expect(await store.table.remove(.tag("b!")) == 1)
        #expect(await store.table.list(.all, limit: 1).map(\.key.url) == ["https://a.example/a/2"])
        #expect(await store.table.remove(.prefix("https://a.example/a")) == 2)
        #expect(await store.table.remove(.all) == 0)
    }

    @Test func `two openings of one file see what the other does`() async throws {
        let ground = try Ground()
        let (one, other) = (try ground.open(), try ground.open())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let store = number % 2 == 0 ? one : other
                group.addTask {
                    _ = await store.save("https://a.example/\(number)", bytes(number * 1_000))
                }
            }
        }
        for number in 0..<40 {
            let store = number % 2 == 0 ? other : one
            #expect(await store.body("https://a.example/\(number)") == bytes(number * 1_000))
        }
        #expect(ground.complaints.isEmpty)
    }

    @Test func `a body that is being read outlives its answer`() async throws {
        let ground = try Ground()
        let store = try ground.open()
        _ = await store.save("https://a.example/x", bytes(600_000))
        let response = try #require(await store.find("https://a.example/x"))
        guard case .pieces(let source) = try #require(await store.table.body(of: response)) else {
            Issue.record("the body is not in pieces")
            return
        }
        var read = try #require(try await source.next())
        #expect(await store.table.remove(.all) == 1)
        #expect(await store.find("https://a.example/x") == nil)
        while let piece = try await source.next() { read += piece }
        #expect(read == bytes(600_000))
        #expect(await store.table.usage().count == 0)
    }
}
