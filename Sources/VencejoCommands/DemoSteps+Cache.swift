import Vencejo
import VencejoMockServer

extension DemoSteps {
    static let cached: [DemoStep] = [
        DemoStep(
            title: "Fetch, ask whether it has changed, and go on without the server (A10)",
            code: "pipeline: [.cache(.memory(), policy: .networkFirst)]"
        ) { world in
            let server = try await MockServer(routes: [Route(.get, "users/1", respond: answer)])
            let api = APIClient(
                baseURL: server.url,
                pipeline: [.cache(.memory(), policy: .networkFirst), .custom(world.tap)]
            )
            var told: [String] = []
            do {
                told.append(sentence(try await api.response(to: OneUser())))
                told.append(sentence(try await api.response(to: OneUser())))
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
            told.append(sentence(try await api.response(to: OneUser())))
            return told.joined(separator: "\n")
        }
    ]

    /// An answer that must be asked about each time, and may be given where nobody answers.
    private static let answer = MockResponse.json(["id": 1, "name": "Marina Solvedo"])
        .header(.cacheControl, "max-age=0").header(.etag, "\"v1\"")

    private struct Named: Decodable, Sendable {
        let name: String
    }

    private struct OneUser: Endpoint {
        typealias Output = Named
        var path: Path { "users/1" }
    }

    private static func sentence(_ reply: Reply<Named>) -> String {
        let source =
            switch reply.source {
            case .network: "de la red"
            case .validated: "guardada, y el servidor dice que no ha cambiado"
            case .stale, .cache: "guardada, sin servidor"
            case .unavailable: "ninguna"
            }
        return "\(reply.value.name): \(source)"
    }
}
