import TestSupport
import Testing
import Vencejo
import VencejoMockServer

@Suite struct WireJourneyTests {
    /// Texts that must arrive as one segment, byte for byte.
    private static func segments() -> [String] {
        var generator = Seeded(state: 42)
        let awkward = [
            "", ".", "..", "a/b?c", "#", "%2F", "&=+;", "ñandú", "👩‍👩‍👧", " ", "\u{7F}", "a\\b",
        ]
        let random = (0..<200).map { _ in
            String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
                        Unicode.Scalar(UInt32.random(in: 1..<0x11_0000, using: &generator))
                    }
                )
            )
        }
        return awkward + random
    }

    @Test func `an interpolated value is one segment, byte for byte`() async throws {
        let server = try await MockServer(routes: [])
        let api = APIClient(baseURL: server.url) { $0.acceptedStatuses = .all }
        for text in Self.segments() {
            let _: Response = try await api.get("items/\(text)/end")
            let target = try #require(server.requests.last?.target)
            let parts = target.split(separator: "/", omittingEmptySubsequences: false)
            #expect(parts.count == 4, "\(target)")
            #expect(PercentEncoding.decodedBytes(parts[2]) == Array(text.utf8))
        }
        await server.stop()
    }

    /// No value may lead to what lies above it: a deletion of `""` is not one of all users.
    @Test func `a value that is the whole path is one segment below the base`() async throws {
        let server = try await MockServer(routes: [])
        let api = APIClient(baseURL: server.url + "/users") { $0.acceptedStatuses = .all }
        for text in Self.segments() {
            let _: Response = try await api.delete("\(text)")
            let target = try #require(server.requests.last?.target)
            let parts = target.split(separator: "/", omittingEmptySubsequences: false)
            #expect(parts.count == 3 && parts[1] == "users", "\(target)")
            #expect(parts.last.map { PercentEncoding.decodedBytes($0) } == Array(text.utf8))
        }
        await server.stop()
    }

    @Test func `a query arrives as it was given`() async throws {
        let server = try await MockServer(routes: [])
        let api = APIClient(baseURL: server.url) { $0.acceptedStatuses = .all }
        let value = "a+b & c=d #%;/?ñ"
        let _: Response = try await api.get(
            "find",
            query: ["q": value, "no": nil as String?, "n": 1]
        )
        let query = try #require(server.requests.last?.rawQuery)
        #expect(query == "q=a%2Bb%20%26%20c%3Dd%20%23%25%3B%2F%3F%C3%B1&n=1")
        await server.stop()
    }

    @Test func `a redirect to another origin carries no credentials`() async throws {
        let other = try await MockServer.lessons()
        let home = try await MockServer(routes: [])
        home.on(.get, "away", respond: .redirect(302, to: other.url + "/todos/1"))
        let api = APIClient(
            baseURL: home.url,
            pipeline: [.authenticate(.bearer("SECRET"))]
        )
        let response: Response = try await api.get(
            "away",
            headers: ["Cookie": "c=SECRET", "X-API-Key": "SECRET"]
        )
        #expect(response.hops.count == 1)
        let first = try #require(home.requests.first)
        #expect(first.headers["Authorization"] == "Bearer SECRET")
        let second = try #require(other.requests.first)
        #expect(!second.headers.contains { $0.value.contains("SECRET") })
        await home.stop()
        await other.stop()
    }

    @Test func `a body survives a 307 and is dropped by a 303`() async throws {
        let server = try await MockServer(routes: [])
        server.on(.post, "keep", respond: .redirect(307, to: "/end"))
        server.on(.post, "drop", respond: .redirect(303, to: "/end"))
        let api = APIClient(baseURL: server.url) { $0.acceptedStatuses = .all }
        let _: Response = try await api.post("keep", body: ["a": 1])
        let kept = try #require(server.requests.last)
        #expect(kept.method == .post)
        #expect(String(decoding: kept.body, as: UTF8.self) == #"{"a":1}"#)
        let _: Response = try await api.post("drop", body: ["a": 1])
        let dropped = try #require(server.requests.last)
        #expect(dropped.method == .get)
        #expect(dropped.body.isEmpty)
        #expect(!dropped.headers.contains("Content-Type"))
        await server.stop()
    }

    @Test func `leaving cancels the call that waits`() async throws {
        let server = try await MockServer(routes: [])
        server.on(.get, "never", respond: .never)
        let api = APIClient(baseURL: server.url)
        let task = Task { () async -> NetworkError.Kind? in
            do throws(NetworkError) {
                let _: Response = try await api.get("never")
                return nil
            } catch {
                return error.kind
            }
        }
        _ = await server.nextRequest()
        task.cancel()
        #expect(await task.value == .cancelled)
        await server.stop()
    }

    @Test func `connections are kept and used again`() async throws {
        let server = try await MockServer.lessons()
        let api = APIClient(baseURL: server.url)
        for _ in 0..<20 { let _: Response = try await api.get("todos/1") }
        #expect(server.acceptedConnections == 1)
        await api.close()
        await server.stop()
    }
}
