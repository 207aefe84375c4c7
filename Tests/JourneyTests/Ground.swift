import Vencejo
import VencejoMockServer
import VencejoTesting

/// Where a journey runs: on stubs in the process, or over a real socket.
enum Ground: String, CaseIterable, Sendable {
    case stubbed
    case loopback

    /// Runs a journey with a client of the lessons' service.
    func walk(
        pipeline: Pipeline = [],
        _ journey: (APIClient) async throws -> Void
    ) async throws {
        switch self {
        case .stubbed:
            try await journey(
                APIClient(
                    baseURL: "https://api.example.com",
                    pipeline: pipeline,
                    transport: .stub { Self.stubs(&$0) }
                )
            )
        case .loopback:
            let server = try await MockServer.lessons()
            let api = APIClient(baseURL: server.url, pipeline: pipeline)
            do {
                try await journey(api)
            } catch {
                await server.stop()
                throw error
            }
            await api.close()
            await server.stop()
        }
    }

    private static func stubs(_ routes: inout StubTransport.Routes) {
        routes.on(
            .get,
            "users",
            respond: .json([["id": 1, "name": "Marina", "email": "m@x.es"]])
        )
        routes.on(
            .get,
            "todos/1",
            respond: .json(["userId": 1, "id": 1, "title": "Pan", "completed": false])
        )
        routes.on(
            .post,
            "comments",
            respond: .status(201, json: ["id": 501, "name": "Ada"])
        )
        routes.on(.post, "comentarios", respond: .status(404, json: [:]))
        routes.on(.delete, "posts/1", respond: .status(200, json: [:]))
        routes.on(
            .post,
            "validation",
            respond: .status(
                422,
                json: ["code": "validation.failed", "message": "No", "details": ["title": "empty"]]
            )
        )
        routes.on(.get, "broken/users/1", respond: .json(["id": "one", "name": "Ada"]))
    }
}
