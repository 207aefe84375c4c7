import Testing
import VencejoConcurrency
import VencejoJSON
import VencejoStore

@Suite struct SnapshotTests {
    struct Old: Codable, Sendable, Equatable {
        var name: String
    }

    struct New: Codable, Sendable, Equatable {
        var fullName: String
    }

    struct Broken: Error {}

    @Test func `a value is found again with its age`() async throws {
        let ground = try Ground()
        let saved = Old(name: "Ada")
        #expect(try await ground.open().snapshots.save(saved, "user"))
        ground.now.withLock { $0 += 90 }
        let found = try await ground.open().snapshots.load(Old.self, "user")
        #expect(found?.value == saved && found?.age == 90)
        #expect(try await ground.open().snapshots.load(Old.self, "other") == nil)
    }

    @Test func `an old shape is made into the new one, step by step`() async throws {
        let snapshots = try Ground().open().snapshots
        await snapshots.save(Old(name: "Ada"), "user", version: 1)
        let steps = Locked<[Int]>([])
        let found = await snapshots.load(New.self, "user", version: 3) { value, version in
            steps.withLock { $0.append(version) }
            return version == 2 ? ["fullName": value["name"] ?? ""] : value
        }
        #expect(found?.value == New(fullName: "Ada"))
        #expect(steps.withLock { $0 } == [2, 3])
    }

    @Test func `what cannot be read is none`() async throws {
        let ground = try Ground()
        let store = try ground.open()
        await store.snapshots.save(Old(name: "Ada"), "user", version: 2)
        #expect(await store.snapshots.load(New.self, "user", version: 2) == nil)
        #expect(await store.snapshots.load(Old.self, "user", version: 3) == nil)
        #expect(await store.snapshots.load(Old.self, "user", version: 1) == nil)
        let thrown = await store.snapshots.load(New.self, "user", version: 3) { _, _ in
            throw Broken()
        }
        #expect(thrown == nil)
        #expect(await store.snapshots.load(Old.self, "user", version: 2) != nil)
        try store.database.execute("UPDATE snapshot SET bytes = X'7B7D'")
        #expect(await store.snapshots.load(Old.self, "user", version: 2) == nil)
        #expect(ground.complaints.contains { $0.contains("damaged") })
    }

    @Test func `values are forgotten`() async throws {
        let snapshots = try Ground().open().snapshots
        await snapshots.save(1, "a")
        await snapshots.save(2, "b")
        await snapshots.save(3, "c")
        await snapshots.remove("a")
        #expect(await snapshots.load(Int.self, "a") == nil)
        #expect(await snapshots.load(Int.self, "b")?.value == 2)
        await snapshots.removeAll()
        #expect(await snapshots.load(Int.self, "c") == nil)
    }

    @Test func `what is sealed is opened, and by nobody else`() async throws {
        let folder = try Folder()
        func store(_ key: UInt8) throws -> OfflineStore {
            let sealing = Sealing(
                seal: { [key] + $0.map { $0 ^ key } },
                open: { bytes in
                    guard bytes.first == key else { throw Broken() }
                    return bytes.dropFirst().map { $0 ^ key }
                }
            )
            return try OfflineStore(path: folder.file, sealing: sealing, onTrouble: { _ in })
        }
        #expect(try await store(7).snapshots.save("secret", "a"))
        #expect(try await store(7).snapshots.load(String.self, "a")?.value == "secret")
        #expect(try await store(8).snapshots.load(String.self, "a") == nil)
    }
}
