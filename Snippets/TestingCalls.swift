// Calls without a network, and with a server of one's own.
import Vencejo
import VencejoMockServer
import VencejoTesting

struct User: Codable, Sendable {
    let id: Int
    let name: String
    static let ada = User(id: 1, name: "Ada")
}

// snippet.stub
let stubbed = APIClient(
    baseURL: "https://api.example.com",
    transport: .stub {
        $0.on(.get, "users/1", respond: .json(User.ada))
        $0.on(.post, "posts", respond: .status(422, json: ["code": "title.missing"]))
        $0.on(.get, "slow", respond: .fail(.timedOut(.response)))
    }
)
let ada: User = try await stubbed.get("users/1")
// snippet.end

// snippet.server
let server = try await MockServer.jsonPlaceholder()  // real sockets; the system chooses the port
server.on(.get, "users/{id}/card") { request in
    .text("card of \(request.parameters["id"] ?? "nobody")")
}
let api = APIClient(baseURL: server.url)
let users: [User] = try await api.get("users")
print(users.count, server.requests.map(\.target))
await server.stop()
// snippet.end

// snippet.fake
struct FakeClient: APIClientProtocol {
    let configuration = ClientConfiguration(baseURL: "https://fake.example")

    func perform(_ request: Request) async throws(NetworkError) -> Response {
        throw NetworkError(.noConnection(.unreachable), request: request)
    }
}
// snippet.end

#if os(Linux)
// snippet.time
let clock = TestClock()
let code = try await clock.run {
    var options = MockServer.Options()
    options.keepTime(by: clock)
    let slow = try await MockServer.jsonPlaceholder(
        latency: .fixed(.seconds(300)),
        options: options
    )
    var engine = EngineConfiguration()
    engine.keepTime(by: clock.timeSource)
    let patient = APIClient(baseURL: slow.url, transport: EngineTransport(engine)) {
        $0.context.time = clock.timeSource
        $0.timeouts.response = .seconds(600)
    }
    let response: Response = try await patient.get("users/1")
    await slow.stop()
    return response.status.code
}
print(code, clock.now.offset)  // 200, after 300 seconds that nobody waited for
// snippet.end
#endif
_ = (ada, FakeClient())
