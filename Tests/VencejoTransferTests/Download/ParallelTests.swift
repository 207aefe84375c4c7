import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer

@Suite struct ParallelTests {
    private static let file = MockFile.patterned(count: 6_000_001)
    private static let options = DownloadOptions.with {
        $0.connections = 4
        $0.leastBytesPerConnection = 300_000
    }

    @Test func `ranges over several connections make the file`() async throws {
        try await DownloadGround.run(Self.file) { ground in
            let path = ground.folder.file("a")
            let got = try await ground.api.download("a", to: path, options: Self.options)
            #expect(ground.folder.bytes("a") == Self.file.contents)
            #expect(got.received == Self.file.count)
            #expect(ground.folder.names == ["a"])
            let requests = ground.server.requests
            #expect(requests.count == 17)
            #expect(ground.ranges.contains("bytes=0-299999"))
            #expect(Set(ground.ranges).count == requests.count)
            #expect(requests.count { $0.headers[.ifRange] == "\"v1\"" } == requests.count - 1)
        }
    }

    @Test func `cuts of any of them are mended`() async throws {
        let file = Self.file.cut(at: [100, 1_000_000, 2_000_000, 3_000_000, 6_000_000])
        try await DownloadGround.run(file) { ground in
            let path = ground.folder.file("a")
            let got = try await ground.api.download("a", to: path, options: Self.options)
            #expect(ground.folder.bytes("a") == file.contents)
            #expect(got.received == file.count)
        }
    }

    @Test func `what was fetched is not fetched again by another run`() async throws {
        let file = Self.file.cut(at: [5_900_000])
        try await DownloadGround.run(file) { ground in
            let path = ground.folder.file("a")
            let once = ground.api.with { $0.retry = .never }
            await #expect(throws: NetworkError.self) {
                try await once.download("a", to: path, options: Self.options)
            }
            let kept = Locked<Int?>(nil)
            let got = try await ground.api.download("a", to: path) { progress in
                kept.withLock { $0 = progress.kept }
            }
            #expect(ground.folder.bytes("a") == file.contents)
            #expect((kept.withLock { $0 } ?? 0) > 0)
            #expect(got.received + (kept.withLock { $0 } ?? 0) == file.count)
        }
    }

    @Test func `a server without ranges, a weak tag and a small file come over one`() async throws {
        var plain = Self.file
        plain.givesRanges = false
        var weak = Self.file
        weak.etag = "W/\"v1\""
        let small = MockFile.patterned(count: 200_000)
        for (file, count) in [(plain, 1), (weak, 2), (small, 1)] {
            try await DownloadGround.run(file) { ground in
                let path = ground.folder.file("a")
                _ = try await ground.api.download("a", to: path, options: Self.options)
                #expect(ground.folder.bytes("a") == file.contents)
                #expect(ground.server.requests.count == count)
            }
        }
    }

    @Test func `a resource that changes meanwhile is fetched anew, over one`() async throws {
        let new = MockFile.patterned(count: 500_000, seed: 9)
        let calls = Locked(0)
        try await DownloadGround.run { request in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            var second = new
            second.etag = "\"v2\""
            return call <= 6 ? Self.file.response(to: request) : second.response(to: request)
        } _: { ground in
            let path = ground.folder.file("a")
            let got = try await ground.api.download("a", to: path, options: Self.options)
            #expect(ground.folder.bytes("a") == new.contents && got.count == new.count)
            #expect(ground.ranges.last == "-")
        }
    }
}
