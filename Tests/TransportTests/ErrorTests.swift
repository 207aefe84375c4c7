#if os(Linux)
import Foundation
import TestSupport
import Testing
import Vencejo
import VencejoMockServer
import VencejoSockets

@Suite(.server, .timeLimit(.minutes(2)))
struct `3.7 Errors` {
    @Test func `tell a refused connection`() async throws {
        let line = try await Line()
        await line.server.stop()
        #expect(await line.failure(try line.request(.get, "x")) == .noConnection(.refused))
    }

    @Test func `tell a name that nobody has`() async throws {
        let line = try await Line()
        let url = try #require(URI("http://nobody.invalid/"))
        let kind = await line.failure(Request(.get, url))
        #expect(kind == .noConnection(.nameNotFound))
    }

    @Test func `tell a reset before the answer`() async throws {
        let line = try await Line()
        line.server.on(.get, "x", respond: .text("hello").failing(.reset(after: .start)))
        #expect(await line.failure(try line.request(.get, "x")) == .noConnection(.reset))
    }

    @Test func `tell a reset within the body`() async throws {
        let line = try await Line()
        let body = MockStream.repeating([1], count: 1 << 20)
        line.server.on(.get, "x", respond: .stream(body).failing(.reset(after: .body(500_000))))
        #expect(await line.failure(try line.request(.get, "x")) == .noConnection(.reset))
    }

    @Test(arguments: Way.http1)
    func `tell that nothing was answered`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .raw([]))
        #expect(await line.failure(try line.request(.get, "x")) == .noConnection(.closed))
    }

    @Test(arguments: Way.all)
    func `tell a body that was cut short, and how much is missing`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("hello").failing(.close(after: .body(2))))
        let answer = MockResponse.text("hello").chunked(of: 2).failing(.close(after: .body(9)))
        line.server.on(.get, "y", respond: answer)
        for path in ["x", "y"] {
            let kind = await line.failure(try line.request(.get, path))
            #expect(kind?.isCutShort(way) == true, "\(String(describing: kind))")
        }
    }

    @Test func `carry the request that was sent`() async throws {
        let line = try await Line(pipeline: [.authenticate(.bearer("SECRET"))])
        line.server.on(.get, "x", respond: .raw([]))
        let error = await #expect(throws: NetworkError.self) {
            _ = try await line.api.get("x") as Response
        }
        #expect(error?.request?.url.description == line.url + "/x")
        #expect(error?.request?.headers[.authorization] == "Bearer SECRET")
        #expect(error?.description.contains("SECRET") == false)
    }

    @Test func `tell that no descriptors are left`() async {
        await #expect(processExitsWith: .success) {
            // What the runtime opens for its timers it opens now.
            try await Task.sleep(for: .milliseconds(1))
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = 60
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let server = try await MockServer { _ in .never }
            let transport = EngineTransport()
            let url = try #require(URI(server.url + "/"))
            let kinds = await withTaskGroup(of: NetworkError.Kind?.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        var request = Request(.get, url)
                        request.timeouts.total = .seconds(2)
                        return await outcome { () throws(NetworkError) in
                            try await transport.send(request)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let exhausted = kinds.count { $0 == .noConnection(.exhausted) }
            let late = kinds.count { if case .timedOut? = $0 { true } else { false } }
            guard exhausted > 0, exhausted + late == 100 else { exit(1) }
        }
    }
}
#endif
