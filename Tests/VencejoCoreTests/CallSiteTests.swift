import Testing
import VencejoCore
import VencejoHTTP
import VencejoJSON

private struct NewTodo: Codable, Sendable {
    let userId: Int
    let title: String
}

private struct Post: Codable, Sendable {
    let id: Int
}

private enum UserEndpoint: Endpoint {
    case list(page: Int)
    case one(id: Int)
    case create(User)
    var method: HTTPMethod { if case .create = self { .post } else { .get } }
    var path: Path {
        switch self {
        case .list, .create: "users"
        case .one(let id): "users/\(id)"
        }
    }
    var query: Query { if case .list(let page) = self { ["page": page] } else { [] } }
    var body: Body { if case .create(let user) = self { .json(user) } else { .none } }
}

private struct PostsOfUser: Endpoint {
    typealias Output = [Post]
    let userID: Int
    var path: Path { "users/\(userID)/posts" }
}

private struct DeletePost: Endpoint {
    typealias Output = Void
    let method = HTTPMethod.delete
    let path: Path = "posts/1"
}

private struct Absolute: Endpoint {
    let baseURL = URI("https://other.example/api")
    let path: Path = "x"
}

/// A stand-in that brings the two members a fake needs.
private struct Fake: APIClientProtocol {
    let configuration = ClientConfiguration(baseURL: "https://fake.example")

    func perform(_ request: Request) async throws(NetworkError) -> Response {
        Response(status: 200, body: ResponseBody(Array(#"[{"id":1}]"#.utf8)), request: request)
    }
}

/// The call sites of the guide, as they are printed there.
@Suite struct CallSiteTests {
    @Test func `A2 A3 A4 calls read as in the guide`() async throws {
        let transport = AnswerTransport(200, "[]")
        let api = client(transport)
        let id = 7
        let search: String? = nil
        let users: [User] = try await api.get("users")
        let posts: [Post] = try await api.get(
            "users/\(id)/posts",
            query: ["_limit": 10, "q": search]
        )
        try await api.delete("posts/\(id)")
        #expect(users.isEmpty && posts.isEmpty)
        #expect(
            transport.requests.map { "\($0.method) \($0.url)" } == [
                "GET https://api.example.com/v1/users",
                "GET https://api.example.com/v1/users/7/posts?_limit=10",
                "DELETE https://api.example.com/v1/posts/7",
            ]
        )
    }

    @Test func `A4 D1 bodies are written as JSON with their content type`() async throws {
        let transport = AnswerTransport(201, #"{"id":201}"#)
        let api = client(transport)
        let todo: Post = try await api.post(
            "todos",
            body: NewTodo(userId: 1, title: "Comprar pan")
        )
        let post: Post = try await api.patch("posts/1", body: ["title": "Hola"])
        try await api.put("posts/1", body: .json(["title": "Hola"]))
        #expect(todo.id == 201 && post.id == 201)
        let bodies = transport.requests.map { String(decoding: $0.body.bytes ?? [], as: UTF8.self) }
        #expect(
            bodies == [
                #"{"userId":1,"title":"Comprar pan"}"#, #"{"title":"Hola"}"#,
                #"{"title":"Hola"}"#,
            ]
        )
        #expect(transport.requests.allSatisfy { $0.headers["content-type"] == "application/json" })
    }

    @Test func `B1 an enum endpoint leaves its result to the call site`() async throws {
        let transport = AnswerTransport(200, "[]")
        let api = client(transport)
        let page: [User] = try await api.request(UserEndpoint.list(page: 1))
        try await api.request(UserEndpoint.create(User(id: 1, name: "Ada")))
        #expect(page.isEmpty)
        #expect(transport.requests.map(\.url.requestTarget) == ["/v1/users?page=1", "/v1/users"])
        #expect(transport.requests.map(\.method) == [.get, .post])
        #expect(transport.requests.map { $0.headers.contains(.contentType) } == [false, true])
    }

    @Test func `A typed endpoint knows its result`() async throws {
        let transport = AnswerTransport(200, headers: ["ETag": "\"v1\""], #"[{"id":3}]"#)
        let api = client(transport)
        let posts = try await api.send(PostsOfUser(userID: 1))
        let full = try await api.response(to: PostsOfUser(userID: 1))
        try await api.send(DeletePost())
        #expect(posts.map(\.id) == [3])
        #expect(full.value.map(\.id) == [3])
        #expect(full.status == 200 && full.headers["etag"] == "\"v1\"")
        #expect(transport.requests.last?.method == .delete)
    }

    @Test func `B1 an endpoint may have a base URL of its own`() async throws {
        let transport = AnswerTransport()
        let response = try await client(transport).send(Absolute())
        #expect(response.url.description == "https://other.example/api/x")
        #expect(response.request.credentialOrigin?.host == "api.example.com")
    }

    @Test func `B3 a fake brings two members and gets every call`() async throws {
        let api: any APIClientProtocol = Fake()
        let posts: [Post] = try await api.get("posts")
        let sent = try await api.send(PostsOfUser(userID: 1))
        #expect(posts.count == 1 && sent.count == 1)
    }

    @Test func `Headers of a call come over those of the client, whatever their case`() async throws
    {
        let transport = AnswerTransport()
        let api = client(transport) { $0.headers = ["X-Mark": "client", "Accept-Language": "es"] }
        try await api.get("x", headers: ["x-mark": "call"])
        let sent = try #require(transport.requests.first)
        #expect(sent.headers.values(of: "X-Mark") == ["call"])
        #expect(sent.headers["Accept-Language"] == "es")
    }

    @Test func `Trap: the caller's own content type is never replaced`() async throws {
        let transport = AnswerTransport()
        let type = "application/merge-patch+json"
        try await client(transport).patch("x", body: ["a": 1], headers: ["content-type": type])
        #expect(transport.requests.first?.headers.values(of: .contentType) == [type])
    }

    @Test func `Trap: no content type without a body`() async throws {
        let transport = AnswerTransport()
        try await client(transport).post("x")
        #expect(transport.requests.first?.headers.contains(.contentType) == false)
    }
}
