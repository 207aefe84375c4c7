#if os(Linux)
import Testing
import Vencejo
import VencejoMockServer

@Suite struct ProxyJourneyTests {
    private struct Todo: Decodable {
        let id: Int
        let title: String
    }

    @Test func `A10 a call through a proxy is a call like any other`() async throws {
        let server = try await MockServer.lessons()
        let proxy = try #require(Proxy(server.url))
        let api = APIClient(
            baseURL: "http://origin.example",
            transport: .engine { $0.proxy = ProxyConfiguration(all: proxy) },
            configure: { $0.allowsInsecureHTTP = true }
        )
        let todo: Todo = try await api.get("todos/1")
        #expect(todo.id == 1)
        let request = try #require(server.requests.last)
        #expect(request.headers["Host"] == "origin.example")
        await api.close()
        await server.stop()
    }
}
#endif
