import CAllocations
import Foundation
import Vencejo
import VencejoCache
import VencejoConcurrency
import VencejoStore

/// What a stored answer costs, beside the request over loopback that it saves.
///
/// The server is nginx, a process of its own: processor time is this process's alone.
struct CacheSuite {
    let rounds: Int

    private static let calls = 3_000

    func run() async throws -> [Row] {
        let nginx = try Nginx()
        defer { nginx.stop() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "vencejo-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try OfflineStore(
            path: folder.appending(path: "a.sqlite").path,
            megabytes: 4_000
        )
        var rows: [Row] = []
        let plain = api(nginx, [])
        let memory = api(nginx, [.cache(.memory(megabytes: 400), policy: .cacheFirst)])
        let disk = api(nginx, [.cache(store.responses, policy: .cacheFirst)])
        let loopback = try await best { try await measure(plain) }
        let hit = try await best { try await measure(memory) }
        let stub = try await best { try await measure(self.stub()) }
        let sqlite = try await best { try await measure(disk) }
        rows += hitRows("memory", hit, loopback, stub)
        rows += hitRows("SQLite", sqlite, loopback, stub)
        rows += try await manyRows(nginx, hit, sqlite, folder)
        rows += try await revalidationRows(nginx)
        rows.append(try await allocationRow(memory))
        rows += try await streamRows(nginx, folder)
        return rows
    }

    private struct Cost {
        /// Microseconds for each call.
        var wall: Double
        var cpu: Double
    }

    private func best(_ run: () async throws -> Cost) async throws -> Cost {
        var best = try await run()
        for _ in 1..<max(2, rounds) {
            let next = try await run()
            best = Cost(wall: min(best.wall, next.wall), cpu: min(best.cpu, next.cpu))
        }
        return best
    }

    private func api(_ nginx: Nginx, _ pipeline: Pipeline) -> APIClient {
        APIClient(baseURL: nginx.base, pipeline: pipeline)
    }

    /// A transport that gives the same answer from memory: what a call costs without a cache.
    private func stub() -> APIClient {
        let body = [UInt8](repeating: 65, count: 1_000)
        return APIClient(baseURL: "http://127.0.0.1", transport: Same(body: body))
    }

    private struct Same: Transport {
        let body: [UInt8]

        func send(_ request: Request) async throws(NetworkError) -> Response {
            Response(status: 200, body: ResponseBody(body), request: request)
        }
    }

    private func measure(
        _ api: APIClient,
        headers: Headers = [:],
        path: Path = "user.json"
    ) async throws -> Cost {
        for _ in 0..<100 { let _: Response = try await api.get(path, headers: headers) }
        let (start, cpu) = (ContinuousClock.now, CPU.own())
        for _ in 0..<Self.calls { let _: Response = try await api.get(path, headers: headers) }
        let wall = start.duration(to: .now) / .microseconds(1)
        return Cost(
            wall: wall / Double(Self.calls),
            cpu: (CPU.own() - cpu) / Double(Self.calls)
        )
    }

    private func hitRows(_ name: String, _ hit: Cost, _ loopback: Cost, _ stub: Cost) -> [Row] {
        [
            row(
                "\(name) hit of 1 KB",
                "request over loopback",
                "µs",
                hit.wall,
                hit.wall / loopback.wall
            ),
            row("\(name) hit of 1 KB", "", "times faster", loopback.wall / hit.wall, nil),
            row("\(name) hit of 1 KB", "", "µs of CPU for it", max(0, hit.cpu - stub.cpu), nil),
        ]
    }

    /// The same with 100,000 other answers in the store.
    private func manyRows(
        _ nginx: Nginx,
        _ few: Cost,
        _ fewOnDisk: Cost,
        _ folder: URL
    ) async throws -> [Row] {
        let memory = MemoryResponseStore(bytes: 1 << 30)
        try await fill(memory)
        let path = folder.appending(path: "many.sqlite").path
        let store = try OfflineStore(path: path, megabytes: 4_000)
        try await fill(store.table)
        let many = try await best {
            try await measure(api(nginx, [.cache(ResponseCache(memory), policy: .cacheFirst)]))
        }
        let manyOnDisk = try await best {
            try await measure(api(nginx, [.cache(store.responses, policy: .cacheFirst)]))
        }
        return [
            row("memory hit among 100,000", "among few", "µs of CPU", many.cpu, many.cpu / few.cpu),
            row(
                "SQLite hit among 100,000",
                "among few",
                "µs of CPU",
                manyOnDisk.cpu,
                manyOnDisk.cpu / fewOnDisk.cpu
            ),
        ]
    }

    private func fill(_ store: any ResponseStore) async throws {
        let body = [UInt8](repeating: 66, count: 1_000)
        for number in 0..<100_000 {
            let response = StoredResponse(
                key: CacheKey(url: "http://127.0.0.1/\(number)"),
                status: 200,
                version: .http11,
                headers: ["Cache-Control": "max-age=60", "Content-Type": "application/json"],
                selection: Selection(fields: [], isNever: false),
                requested: 0,
                received: 0,
                length: body.count
            )
            await store.save(response, body, replacing: [])
        }
    }

    /// A 304 through the cache, beside a 304 that the caller asked for by hand.
    private func revalidationRows(_ nginx: Nginx) async throws -> [Row] {
        let plain = APIClient(baseURL: nginx.base) { $0.acceptedStatuses = .all }
        let first: Response = try await plain.get("user.json")
        let asked: Headers = [
            "If-None-Match": first.headers[.etag] ?? "",
            "If-Modified-Since": first.headers[.lastModified] ?? "",
        ]
        let byHand = try await best { try await measure(plain, headers: asked) }
        let cached = api(nginx, [.cache(.memory(), policy: .revalidate)])
        let revalidated = try await best { try await measure(cached) }
        return [
            row(
                "revalidation",
                "a 304 asked for by hand",
                "µs of CPU",
                revalidated.cpu,
                revalidated.cpu / byHand.cpu
            )
        ]
    }

    private func allocationRow(_ api: APIClient) async throws -> Row {
        let _: Response = try await api.get("user.json")
        allocations_start()
        for _ in 0..<1_000 { let _: Response = try await api.get("user.json") }
        let count = Double(allocations_stop()) / 1_000
        allocations_start()
        let stub = stub()
        for _ in 0..<1_000 { let _: Response = try await stub.get("user.json") }
        let without = Double(allocations_stop()) / 1_000
        return row(
            "memory hit of 1 KB",
            "a call without a cache",
            "allocations",
            count,
            count / without
        )
    }

    /// 1 GB from the server into the file, and out of it: how far memory grows.
    private func streamRows(_ nginx: Nginx, _ folder: URL) async throws -> [Row] {
        let path = folder.appending(path: "large.sqlite").path
        let store = try OfflineStore(path: path, megabytes: 8_000)
        let api = api(nginx, [.cache(store.responses, policy: .cacheFirst)])
        var rows: [Row] = []
        for name in ["stored", "read again"] {
            let before = Self.resident()
            var most = before
            var count = 0
            let response = try await api.stream("giant.bin")
            for try await piece in response.body.stream {
                count += piece.count
                if count & 0xFF_FFFF < piece.count { most = max(most, Self.resident()) }
            }
            guard count == Nginx.giantBytes, (name == "stored") == response.source.isNetwork else {
                throw PeerFailure(name: "the giant was not \(name)")
            }
            rows.append(row("1 GB \(name)", "", "growth in MB", Double(most - before) / 1e6, nil))
        }
        return rows
    }

    private static func resident() -> Int {
        let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
        let pages = statm?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    private func row(
        _ name: String,
        _ peer: String,
        _ metric: String,
        _ value: Double,
        _ ratio: Double?
    ) -> Row {
        Row(name: name, subject: "cache", peer: peer, metric: metric, value: value, ratio: ratio)
    }
}
