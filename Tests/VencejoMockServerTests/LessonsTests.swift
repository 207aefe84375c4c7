import TestSupport
import Testing
import VencejoHTTP
import VencejoJSON
import VencejoMockServer

@Suite(.timeLimit(.minutes(1)))
struct LessonsTests {
    private func answer(
        _ method: HTTPMethod,
        _ path: String,
        _ headers: Headers = [:]
    ) async throws -> (answer: RawClient.Answer, json: JSONValue) {
        try await withServer(try await .lessons()) { server in
            let client = try await RawClient(to: server)
            let fields: Headers = [.host: "h"]
            let request = RecordedRequest(
                method: method,
                target: "/" + path,
                headers: fields.merging(headers)
            )
            let answer = try await client.answer(to: request)
            return (answer, (try? JSONValue(parsing: answer.body)) ?? .null)
        }
    }

    @Test(arguments: [
        ("api/users?page=1", "data", 6), ("api/users?page=2", "data", 6),
        ("api/users?page=3", "data", 0), ("items", "items", 20),
        ("items?offset=90&limit=10", "items", 5), ("items?page=5&size=20", "items", 15),
        ("items?page=6&size=20", "items", 0), ("items?cursor=", "items", 20),
        ("catalog", "items", 10), ("catalog?page=3", "items", 10),
    ])
    func `pages hold what is left`(_ path: String, _ member: String, _ count: Int) async throws {
        let (answer, json) = try await answer(.get, path)
        #expect(answer.status == .ok)
        #expect(json[member]?.arrayValue?.count == count)
    }

    @Test func `following cursors gives all items once`() async throws {
        try await withServer(try await .lessons()) { server in
            let client = try await RawClient(to: server)
            var ids: [Int] = []
            var cursor = ""
            for _ in 0..<10 {
                let request = RecordedRequest(
                    method: .get,
                    target: "/items?cursor=\(cursor)",
                    headers: [.host: "h"]
                )
                let json = try JSONValue(parsing: try await client.answer(to: request).body)
                ids += json["items"]?.arrayValue?.compactMap { $0["id"]?.intValue } ?? []
                guard let next = json["nextCursor"]?.stringValue else { break }
                cursor = next
            }
            #expect(ids == Array(1...95))
        }
    }

    @Test(arguments: [
        ("secure/bearer", [:] as Headers, 401),
        ("secure/bearer", ["Authorization": "Bearer lesson-token"] as Headers, 200),
        ("secure/header-key", [:] as Headers, 401),
        ("secure/header-key", ["X-API-Key": "lesson-key"] as Headers, 200),
        ("secure/query-key", [:] as Headers, 401),
        ("secure/query-key?api_key=lesson-key", [:] as Headers, 200),
        ("items?cursor=zzz", [:] as Headers, 400),
    ])
    func `who has no key is told why`(
        _ path: String,
        _ headers: Headers,
        _ status: Int
    ) async throws {
        let (answer, json) = try await answer(.get, path, headers)
        #expect(answer.status.code == status)
        guard status != 200 else { return }
        #expect(json.objectValue?.keys == ["code", "message", "details"])
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `redirects lead where they are told`(_ status: Int) async throws {
        let (plain, _) = try await answer(.get, "redirect/\(status)?to=/users/1")
        #expect(plain.status.code == status && plain.headers[.location] == "/users/1")
        let (path, _) = try await answer(.post, "redirect/\(status)/users/2")
        #expect(path.headers[.location] == "/users/2")
        let (split, _) = try await answer(.get, "redirect/\(status)?to=/a%0d%0aX-Evil:%201")
        #expect(split.headers[.location] == "/a%0D%0AX-Evil:%201")
        #expect(!split.headers.contains("X-Evil"))
    }

    @Test func `the lessons' own shapes are served`() async throws {
        let (_, users) = try await answer(.get, "library/users")
        #expect(
            users[0]?.objectValue?.keys == ["id", "fullName", "email", "registeredAt", "isActive"]
        )
        let (_, posts) = try await answer(.get, "library/users/1/posts")
        #expect(posts[0]?.objectValue?.keys == ["id", "title", "body", "userId", "publishedAt"])
        let (_, contacts) = try await answer(.get, "contacts")
        #expect(contacts[0]?["full_name"] == "Ada Lovelace")
        #expect(contacts[0]?["contact_info"]?["phone"] == .null)
        let (invalid, why) = try await answer(.post, "validation")
        #expect(invalid.status == .unprocessableContent && why["details"]?["title"] != nil)
        let (_, broken) = try await answer(.get, "broken/users/1")
        #expect(broken["id"]?.stringValue != nil)
        let (lost, _) = try await answer(.post, "comentarios")
        #expect(lost.status == .notFound)
    }

    @Test(arguments: [true, false])
    func `JSONPlaceholder keeps what is written only where that is asked for`(
        persists: Bool
    ) async throws {
        try await withServer(try await .jsonPlaceholder(persists: persists)) { server in
            let client = try await RawClient(to: server)
            func ask(_ method: HTTPMethod, _ path: String, _ body: String = "") async throws
                -> (status: HTTPStatus, json: JSONValue)
            {
                var request = RecordedRequest(
                    method: method,
                    target: "/" + path,
                    headers: [.host: "h", .contentType: "application/json"]
                )
                request.body = Array(body.utf8)
                let answer = try await client.answer(to: request)
                return (answer.status, (try? JSONValue(parsing: answer.body)) ?? .null)
            }
            let before = try await ask(.get, "posts/1").json
            for id in [101, 102] {
                let made = try await ask(.post, "posts", #"{"title":"Hola","userId":1}"#)
                #expect(made.status == .created)
                #expect(made.json["id"]?.intValue == (persists ? id : 101))
            }
            let found = try await ask(.get, "posts/102")
            #expect(found.status == (persists ? .ok : .notFound))
            #expect(found.json["title"]?.stringValue == (persists ? "Hola" : nil))
            let count = try await ask(.get, "posts").json.arrayValue?.count
            #expect(count == (persists ? 102 : 100))
            let mine = try await ask(.get, "users/1/posts").json.arrayValue?.count
            #expect(mine == (persists ? 12 : 10))

            #expect(try await ask(.patch, "posts/1", #"{"title":"Otra"}"#).status == .ok)
            let patched = try await ask(.get, "posts/1").json
            #expect(patched["title"] == (persists ? "Otra" : before["title"]))
            #expect(patched["body"] == before["body"])
            #expect(try await ask(.put, "posts/2", #"{"title":"Sola"}"#).status == .ok)
            let replaced = try await ask(.get, "posts/2").json
            #expect((replaced["body"] == nil) == persists)
            #expect(try await ask(.delete, "posts/3").status == .ok)
            #expect(try await ask(.get, "posts/3").status == (persists ? .notFound : .ok))
        }
        // Another server begins anew.
        try await withServer(try await .jsonPlaceholder(persists: persists)) { server in
            let client = try await RawClient(to: server)
            let request = RecordedRequest(
                method: .get,
                target: "/posts",
                headers: [.host: "h"]
            )
            let posts = try JSONValue(parsing: try await client.answer(to: request).body)
            #expect(posts.arrayValue?.count == 100)
        }
    }

    @Test func `patterns that would run away are plain text`() {
        var machine = JSONServerMachine(
            database: ["x": [["id": 1, "t": .string(String(repeating: "a", count: 200) + "!")]]],
            persists: false
        )
        for pattern in ["(a%2B)%2B$", "(a|a)*$", "(a*)*b", "a{9999}", "(?<=a)b", "[[a]]", "\\K"] {
            let target = "/x?t_like=" + pattern
            let answer = machine.handle(RecordedRequest(method: .get, target: target))
            #expect(answer.status == .ok)
        }
    }

    @Test func `no pattern crashes`() {
        let alphabet = Array("ab.*+?|()[]{}^$\\dwsD0,9:-&~<>=!#")
        var state: UInt64 = 42
        var machine = JSONServerMachine(
            database: ["x": [["id": 1, "t": "abba-dab 90{1}[a]"]]],
            persists: false
        )
        for _ in 0..<3000 {
            var pattern = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                pattern.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            let encoded = pattern.utf8.map { "%" + String(256 + Int($0), radix: 16).suffix(2) }
            let target = "/x?t_like=" + encoded.joined()
            let answer = machine.handle(RecordedRequest(method: .get, target: target))
            #expect(answer.status == .ok)
        }
    }
}
