import Testing
import Vencejo
import VencejoCache

@Suite struct CachedBodyTests {
    private func stream(_ ground: Ground, _ path: Path = "x") async throws -> Response {
        try await ground.api.stream(path)
    }

    @Test func `a streamed body is kept when it was read to its end`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60"]))
        let first = try await stream(ground)
        #expect(await ground.cache.usage().count == 0)
        #expect(try await first.body.collected(limit: 9) == Array("1".utf8))
        let second = try await stream(ground)
        #expect(second.source == .cache && second.body.isStream)
        #expect(try await second.body.collected(limit: 9) == Array("1".utf8))
        #expect(try await ground.get() == ("1", .cache))
    }

    @Test func `a reader that leaves keeps nothing`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60"]))
        do {
            let response = try await stream(ground)
            #expect(response.status == 200)
            for try await _ in response.body.stream { break }
        }
        #expect(try await ground.get() == ("2", .network))
    }

    @Test func `a body shorter than it says is not kept`() async throws {
        let headers: Headers = ["Cache-Control": "max-age=60", "Content-Length": "5"]
        let ground = Ground(Origin(headers))
        _ = try await stream(ground).body.collected(limit: 9)
        #expect(await ground.cache.usage().count == 0)
    }

    @Test func `a part is cut from what is stored whole`() async throws {
        let origin = Origin { _, _ in
            (200, ["Cache-Control": "max-age=60", "ETag": "\"a\""], "0123456789")
        }
        let ground = Ground(origin)
        _ = try await ground.get()
        for (range, text) in [("0-1", "01"), ("8-", "89"), ("-3", "789"), ("5-99", "56789")] {
            let response: Response = try await ground.api.get(
                "x",
                headers: ["Range": "bytes=" + range]
            )
            #expect(response.status == 206 && response.text() == text && response.source == .cache)
        }
        let other: Response = try await ground.api.get(
            "x",
            headers: ["Range": "bytes=0-1", "If-Range": "\"b\""]
        )
        #expect(other.status == 200 && other.text() == "0123456789" && other.source == .cache)
        #expect(try await ground.get("x", ["Range": "bytes=50-"]).1 == .network)
        #expect(try await ground.get("x", ["Range": "bytes=0-1, 3-4"]).1 == .network)
    }

    @Test func `a part of what came in a coding is asked of the server`() async throws {
        let headers: Headers = ["Cache-Control": "max-age=60", "Content-Encoding": "gzip"]
        let ground = Ground(Origin(headers))
        _ = try await ground.get()
        #expect(try await ground.get("x", ["Range": "bytes=0-0"]).1 == .network)
        #expect(try await ground.get().1 == .cache)
    }

    @Test func `the rest of a part that is held is asked for, and both are one answer`()
        async throws
    {
        let whole = "0123456789"
        let origin = Origin { request, _ in
            let fields: Headers = ["Cache-Control": "max-age=60", "ETag": "\"a\""]
            switch request.headers[.range] {
            case "bytes=0-3":
                return (206, fields.merging(["Content-Range": "bytes 0-3/10"]), "0123")
            case "bytes=4-" where request.headers["If-Range"] == "\"a\"":
                return (206, fields.merging(["Content-Range": "bytes 4-9/10"]), "456789")
            default: return (200, fields, whole)
            }
        }
        let ground = Ground(origin)
        #expect(try await ground.get("x", ["Range": "bytes=0-3"]).0 == "0123")
        #expect(try await ground.get("x", ["Range": "bytes=1-2"]) == ("12", .cache))
        let response: Response = try await ground.api.get("x")
        #expect(response.status == 200 && response.text() == whole)
        #expect(origin.requests.last?.headers[.range] == "bytes=4-")
        #expect(try await ground.get() == (whole, .cache))
    }

    @Test func `a stored body larger than the caller takes is refused as one from the network`()
        async throws
    {
        let ground = Ground(Origin { _, _ in (200, ["Cache-Control": "max-age=60"], "0123456789") })
        _ = try await ground.get()
        var request = try ground.api.makeRequest(.get, "x")
        request.maximumResponseBytes = 5
        await #expect(throws: NetworkError.self) { try await ground.api.perform(request) }
    }

    @Test func `memory keeps to its limit, and those used longest ago leave`() async throws {
        let store = MemoryResponseStore(bytes: 100_000)
        func response(_ number: Int) -> StoredResponse {
            StoredResponse(
                key: CacheKey(url: "\(number)"),
                status: 200,
                version: .http11,
                headers: [:],
                selection: Selection(fields: [], isNever: false),
                requested: 0,
                received: number,
                length: 20_000
            )
        }
        let body = [UInt8](repeating: 1, count: 20_000)
        for number in 0..<4 { #expect(await store.save(response(number), body, replacing: [])) }
        let first = try #require(await store.responses(for: CacheKey(url: "0")).first)
        #expect(await store.body(of: first) != nil)
        #expect(await store.save(response(4), body, replacing: []))
        #expect(await store.responses(for: CacheKey(url: "0")).count == 1)
        #expect(await store.responses(for: CacheKey(url: "1")).isEmpty)
        #expect(await store.usage().bytes <= 100_000)
        let large = [UInt8](repeating: 1, count: 30_000)
        #expect(await !store.save(response(9), large, replacing: []))
    }
}
