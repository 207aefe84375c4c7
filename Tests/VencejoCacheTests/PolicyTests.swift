import Testing
import Vencejo

@Suite struct PolicyTests {
    @Test func `network first asks, and falls back on what is stored`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60"]), .networkFirst)
        #expect(try await ground.get().0 == "1")
        #expect(try await ground.get().0 == "2")
        ground.origin.switchOff()
        ground.wait(1_000)
        #expect(try await ground.get() == ("2", .stale(.failed(.noConnection(.refused)))))
        await #expect(throws: NetworkError.self) { try await ground.get("never-asked") }
    }

    @Test func `network first falls back when the server fails`() async throws {
        let origin = Origin { _, count in (count == 1 ? 200 : 503, [:], "\(count)") }
        let ground = Ground(origin, .networkFirst)
        _ = try await ground.get()
        #expect(try await ground.get() == ("1", .stale(.failed(.status(503)))))
        #expect(try await ground.get(policy: .standard).0 == "3")
    }

    @Test func `cache first asks only for what is not stored`() async throws {
        let ground = Ground(Origin([:]), .cacheFirst)
        #expect(try await ground.get().0 == "1")
        ground.wait(1_000_000)
        #expect(try await ground.get() == ("1", .stale(.accepted)))
        #expect(ground.origin.count == 1)
    }

    @Test func `stale while revalidating answers at once and asks meanwhile`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=10"]), .staleWhileRevalidate)
        _ = try await ground.get()
        ground.wait(10)
        #expect(try await ground.get() == ("1", .stale(.revalidating)))
        await ground.cache.settled()
        #expect(try await ground.get() == ("2", .cache))
        #expect(ground.noted.all.contains(.revalidated(failure: nil)))
    }

    @Test func `a server's own window does the same, and ends`() async throws {
        let headers: Headers = ["Cache-Control": "max-age=10, stale-while-revalidate=5"]
        let ground = Ground(Origin(headers))
        _ = try await ground.get()
        ground.wait(14)
        #expect(try await ground.get().1 == .stale(.revalidating))
        await ground.cache.settled()
        ground.wait(15)
        #expect(try await ground.get() == ("3", .network))
    }

    @Test func `an error in the background is told, and the stored answer stays`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=10"]), .staleWhileRevalidate)
        _ = try await ground.get()
        ground.wait(10)
        ground.origin.switchOff()
        #expect(try await ground.get().0 == "1")
        await ground.cache.settled()
        #expect(ground.noted.all.contains(.revalidated(failure: .noConnection(.refused))))
        #expect(try await ground.get().0 == "1")
        await ground.cache.settled()
    }

    @Test func `offline never asks, and says 504 where nothing is stored`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=10"]))
        _ = try await ground.get()
        ground.wait(1_000)
        #expect(try await ground.get(policy: .offline) == ("1", .stale(.accepted)))
        let api = ground.api.with { $0.cachePolicy = .offline }
        for method in [HTTPMethod.get, .post] {
            let response = try await api.perform(try api.makeRequest(method, "other"))
            #expect(response.status == 504 && response.source == .unavailable)
        }
        #expect(ground.origin.count == 1)
    }

    @Test func `reload asks as if nothing were stored`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60", "ETag": "\"a\""]))
        _ = try await ground.get()
        #expect(try await ground.get(policy: .reload).0 == "2")
        #expect(ground.origin.requests.last?.headers.contains(.ifNoneMatch) == false)
        #expect(ground.origin.requests.last?.headers[.cacheControl] == "no-cache")
        #expect(try await ground.get() == ("2", .cache))
    }

    @Test func `revalidate asks about what is fresh, but not what cannot change`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60", "ETag": "\"a\""]))
        _ = try await ground.get()
        #expect(try await ground.get(policy: .revalidate).0 == "2")
        #expect(ground.origin.requests.last?.headers[.ifNoneMatch] == "\"a\"")
        let fixed = Ground(Origin(["Cache-Control": "max-age=60, immutable", "ETag": "\"a\""]))
        _ = try await fixed.get()
        #expect(try await fixed.get(policy: .revalidate) == ("1", .cache))
        #expect(try await fixed.get("x", ["Cache-Control": "max-age=0"]) == ("1", .cache))
        #expect(try await fixed.get("x", ["Cache-Control": "no-cache"]).0 == "2")
    }

    @Test func `none reads nothing and stores nothing`() async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=60"]), .none)
        _ = try await ground.get()
        #expect(await ground.cache.usage().count == 0)
        _ = try await ground.get(policy: .standard)
        #expect(try await ground.get().0 == "3")
    }

    @Test(arguments: [CachePolicy.cacheFirst, .networkFirst, .staleWhileRevalidate, .offline])
    func `no policy gives what must be asked about`(policy: CachePolicy) async throws {
        for control in ["max-age=10, must-revalidate", "no-cache"] {
            let ground = Ground(Origin(["Cache-Control": control]))
            _ = try await ground.get()
            ground.wait(20)
            ground.origin.switchOff()
            do {
                let (_, source) = try await ground.get(policy: policy)
                #expect(policy == .offline && source == .unavailable)
            } catch {
                #expect(policy != .offline)
            }
        }
    }

    @Test func `what the server allows on errors is given then`() async throws {
        let origin = Origin { _, count in
            count == 1
                ? (200, ["Cache-Control": "max-age=1, stale-if-error=60"], "1") : (502, [:], "")
        }
        let ground = Ground(origin)
        _ = try await ground.get()
        ground.wait(61)
        #expect(try await ground.get() == ("1", .stale(.failed(.status(502)))))
        ground.wait(1)
        let response: Response = try await ground.api.get("x")
        #expect(response.status == 502)
    }

    @Test(arguments: [
        ("max-stale", 1_000, true), ("max-stale=10", 20, true), ("max-stale=9", 20, false),
        ("max-age=5", 6, false), ("max-age=5", 5, true), ("min-fresh=5", 5, true),
        ("min-fresh=6", 5, false), ("no-cache", 0, false), ("no-store", 0, false),
    ])
    func `what a request asks for is obeyed`(control: String, age: Int, isUsed: Bool) async throws {
        let ground = Ground(Origin(["Cache-Control": "max-age=10"]))
        _ = try await ground.get()
        ground.wait(age)
        let (text, _) = try await ground.get("x", ["Cache-Control": control])
        #expect((text == "1") == isUsed)
    }
}
