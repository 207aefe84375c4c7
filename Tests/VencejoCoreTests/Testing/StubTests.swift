import Testing
import VencejoCore
import VencejoHTTP
import VencejoJSON
import VencejoTesting

@Suite struct StubTests {
    @Test(arguments: [
        ("users/1", "https://a.example/v1/users/1", true),
        ("users/*", "https://a.example/v1/users/1", true),
        ("users/*", "https://a.example/v1/users", false),
        ("users/*", "https://a.example/v1/users/1/posts", false),
        ("users/*/posts", "https://a.example/users/1/posts", true),
        ("/users", "https://a.example/users", true),
        ("/users", "https://a.example/v1/users", false),
        ("users?page=2", "https://a.example/users?page=2&q=1", true),
        ("users?page=2", "https://a.example/users?page=1", false),
    ])
    func `a pattern fits the end of a path`(
        pattern: String,
        url: String,
        fits: Bool
    ) async throws {
        let stub = StubTransport { $0.on(.get, pattern, respond: .status(204)) }
        let request = Request(.get, try uri(url))
        let failed = await kind { () async throws(NetworkError) in try await stub.send(request) }
        #expect((failed == nil) == fits)
    }

    @Test(arguments: [
        ("users/1", 1), ("users/2", 2), ("v2/users/2", 3), ("users/2?full=1", 4),
    ])
    func `of several routes the closest answers`(path: String, code: Int) async throws {
        let stub = StubTransport {
            $0.on(.get, "users/*", respond: .status(202))
            $0.on(.get, "users/1", respond: .status(201))
            $0.on(.get, "v2/users/*", respond: .status(203))
            $0.on(.get, "users/*?full=1", respond: .status(204))
        }
        let response = try await stub.send(Request(.get, try uri("https://a.example/" + path)))
        #expect(response.status.code == 200 + code)
    }

    @Test func `what nobody stubbed fails and lists what is stubbed`() async throws {
        let stub = StubTransport {
            $0.on(.get, "users", respond: .status(200))
            $0.on(.post, "posts", respond: .status(201))
        }
        let request = Request(.delete, try uri("https://a.example/users"))
        let failed = await kind { () async throws(NetworkError) in try await stub.send(request) }
        guard case .unsupported(let text) = failed else {
            Issue.record("\(String(describing: failed))")
            return
        }
        #expect(text.contains("DELETE https://a.example/users"))
        #expect(text.contains("GET users") && text.contains("POST posts"))
    }

    @Test func `answers come one after the other and the last stays`() async throws {
        let stub = StubTransport {
            $0.on(
                .get,
                "a",
                respond: .sequence([.status(503), .fail(.noConnection(.reset)), .json([1])])
            )
        }
        let request = Request(.get, try uri("https://a.example/a"))
        #expect(try await stub.send(request).status.code == 503)
        let failed = await kind { () async throws(NetworkError) in try await stub.send(request) }
        #expect(failed == .noConnection(.reset))
        #expect(try await stub.send(request).body.bytes == Array("[1]".utf8))
        #expect(try await stub.send(request).body.bytes == Array("[1]".utf8))
        #expect(stub.requests.count == 4)
    }

    @Test func `a stub that hangs ends with the task`() async throws {
        let stub = StubTransport { $0.on(.get, "a", respond: .hang) }
        let request = Request(.get, try uri("https://a.example/a"))
        let task = Task {
            await kind { () async throws(NetworkError) in try await stub.send(request) }
        }
        while stub.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `the client's calls work on a stub`() async throws {
        let api = APIClient(
            baseURL: "https://api.example.com/v1",
            transport: .stub {
                $0.on(.get, "users/1", respond: .json(["name": "Ada"]))
                $0.on(.post, "posts", respond: .status(422, json: ["code": "title.missing"]))
                $0.on(.get, "old", respond: .redirect(to: "users/1"))
            }
        )
        let user: [String: String] = try await api.get("users/1")
        #expect(user == ["name": "Ada"])
        let moved: [String: String] = try await api.get("old")
        #expect(moved == user)
        do throws(NetworkError) {
            let _: [String: String] = try await api.post("posts", body: ["a": "b"])
        } catch {
            #expect(error.kind == .status(422))
            #expect(error.apiError?.code == "title.missing")
        }
    }

    @Test func `a recorder remembers answers and failures`() async throws {
        let recorder = RecordingTransport(
            .stub {
                $0.on(.get, "a", respond: .status(200))
                $0.on(.get, "b", respond: .fail(.timedOut(.connect)))
            }
        )
        for path in ["a", "b"] {
            let request = Request(.get, try uri("https://a.example/" + path))
            _ = await kind { () async throws(NetworkError) in try await recorder.send(request) }
        }
        #expect(recorder.requests.map(\.url.path) == ["/a", "/b"])
        #expect(try recorder.exchanges[0].result.get().status == 200)
        #expect(throws: NetworkError.self) { try recorder.exchanges[1].result.get() }
    }
}
