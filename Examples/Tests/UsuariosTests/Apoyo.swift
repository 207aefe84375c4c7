import Foundation
import Usuarios
import Vencejo
import VencejoMockServer
import VencejoTesting

/// The two ways a journey is run: without a network, and over a real socket.
enum Via: String, CaseIterable, Sendable {
    case simulada
    case red
}

/// What the library's service holds in these tests.
enum Biblioteca: Sendable {
    static let ana: JSONValue = [
        "id": 1, "fullName": "Ana Prado", "email": "ana@example.com",
        "registeredAt": "2024-02-29T12:30:00Z", "isActive": true,
    ]
    static let ida: JSONValue = [
        "id": 2, "fullName": "Ida Ruiz", "email": "ida@example.com",
        "registeredAt": "2023-07-01T00:00:00+02:00", "isActive": false,
    ]
    static let post: JSONValue = [
        "id": 7, "title": "Hola", "body": "Texto", "userId": 1,
        "publishedAt": "2025-01-10T12:00:00Z",
    ]
    static let nuevo = UsuarioNuevo(
        nombre: "Eva",
        email: "eva@example.com",
        fechaRegistro: Date(timeIntervalSince1970: 1_700_000_000)
    )
    static let eva: JSONValue = [
        "id": 3, "fullName": "Eva", "email": "eva@example.com",
        "registeredAt": "2023-11-14T22:13:20Z", "isActive": true,
    ]
    static let anaCambiada: JSONValue = [
        "id": 1, "fullName": "Ana P.", "email": "ana@example.com",
        "registeredAt": "2024-02-29T12:30:00Z", "isActive": true,
    ]

    static var stub: StubTransport {
        .stub {
            $0.on(.get, "users", respond: .json([ana, ida]))
            $0.on(.get, "users/1/posts", respond: .json([post]))
            $0.on(.post, "users", respond: .json(eva, status: 201))
            $0.on(.put, "users/1", respond: .json(anaCambiada))
            $0.on(.patch, "users/1", respond: .json(anaCambiada))
            $0.on(.delete, "users/1", respond: .status(204))
        }
    }
}

extension Via {
    /// Runs a journey against the library.
    func conBiblioteca(_ journey: (APIClient) async throws -> Void) async throws {
        let data: JSONValue = [
            "users": [Biblioteca.ana, Biblioteca.ida], "posts": [Biblioteca.post],
        ]
        try await correr(stub: Biblioteca.stub, { try await .database(data) }, journey)
    }

    /// Runs a journey against the lessons' service, or what stands for it.
    func conLecciones(
        stub: StubTransport,
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in },
        pipeline: Pipeline = [],
        _ journey: (APIClient) async throws -> Void
    ) async throws {
        try await correr(
            stub: stub,
            { try await .lessons() },
            configure: configure,
            pipeline: pipeline,
            journey
        )
    }

    private func correr(
        stub: StubTransport,
        _ start: () async throws -> MockServer,
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in },
        pipeline: Pipeline = [],
        _ journey: (APIClient) async throws -> Void
    ) async throws {
        switch self {
        case .simulada:
            let api = APIClient(
                baseURL: "https://api.example.com",
                pipeline: pipeline,
                transport: stub,
                configure: configure
            )
            try await journey(api)
        case .red:
            let server = try await start()
            let api = APIClient(baseURL: server.url, pipeline: pipeline, configure: configure)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await journey(api)) } catch { outcome = .failure(error) }
            await api.close()
            await server.stop()
            try outcome.get()
        }
    }
}

/// A client whose every answer is the same.
func cliente(
    _ answer: StubAnswer,
    configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
) -> APIClient {
    APIClient(
        baseURL: "https://api.example.com",
        transport: .stub { routes in
            for method in [HTTPMethod.get, .post, .put, .patch, .delete] {
                routes.on(method, "", respond: answer)
            }
        },
        configure: configure
    )
}
