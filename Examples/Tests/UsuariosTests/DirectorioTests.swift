import Foundation
import Pantalla
import Testing
import Usuarios
import Vencejo
import VencejoFoundation
import VencejoTesting

@Suite struct DirectorioTests {
    private static let ana: JSONValue = [
        "id": 1, "email": "ana@example.com", "first_name": "Ana", "last_name": "Prado",
        "avatar": "https://images.example.com/1.jpg",
    ]
    private static let iker: JSONValue = [
        "id": 7, "email": "iker@example.com", "first_name": "Iker", "last_name": "Sol",
        "avatar": "https://images.example.com/7.jpg",
    ]

    private static var stub: StubTransport {
        .stub {
            $0.on(
                .get,
                "api/users?page=1",
                respond: .status(200, json: ["page": 1, "total_pages": 2, "data": [ana]])
            )
            $0.on(
                .get,
                "api/users?page=2",
                respond: .status(200, json: ["page": 2, "total_pages": 2, "data": [iker]])
            )
            $0.on(.post, "api/users", respond: .status(201))
            $0.on(.delete, "api/users/1", respond: .status(204))
        }
    }

    private static let snake: @Sendable (inout ClientConfiguration) -> Void = {
        $0.useSnakeCase()
    }

    private static func client(_ stub: StubTransport) -> APIClient {
        APIClient(baseURL: "https://api.example.com", transport: stub, configure: snake)
    }

    @Test func `B1 an enum of endpoints builds the requests`() async throws {
        let stub = Self.stub
        let api = Self.client(stub)
        try await api.request(UserEndpoint.getUsers(page: 2))
        try await api.request(UserEndpoint.createUser(NewUser(firstName: "A", lastName: "B")))
        try await api.request(UserEndpoint.deleteUser(id: 1))
        #expect(
            stub.requests.map { "\($0.method) \($0.url)" } == [
                "GET https://api.example.com/api/users?page=2",
                "POST https://api.example.com/api/users",
                "DELETE https://api.example.com/api/users/1",
            ]
        )
        #expect(
            stub.requests.map { $0.headers[.contentType] } == [nil, "application/json", nil]
        )
        let body = String(decoding: stub.requests[1].body.bytes ?? [], as: UTF8.self)
        #expect(body == #"{"first_name":"A","last_name":"B"}"#)
    }

    @Test func `B2 the error is sendable, localized, and tells the kinds apart`() async {
        let kinds: [NetworkError.Kind] = [
            .invalidRequest(.url("x")), .status(404), .noConnection(.refused), .other,
        ]
        for kind in kinds {
            let api = cliente(.fail(kind))
            await #expect { try await api.request(UserEndpoint.getUser(id: 1)) } throws: {
                let error: (any Error & Sendable)? = $0 as? NetworkError
                let text = (error as? any LocalizedError)?.errorDescription ?? ""
                return ($0 as? NetworkError)?.kind == kind && !text.isEmpty
            }
        }
    }

    @Test(arguments: Via.allCases)
    func `B3 the call site says what is decoded, behind a protocol`(via: Via) async throws {
        try await via.conLecciones(stub: Self.stub, configure: Self.snake) { api in
            let client: any APIClientProtocol = api
            let page: UserPage = try await client.request(UserEndpoint.getUsers(page: 1))
            #expect(page.data.first?.id == 1)
        }
    }

    private struct Encuentro: Decodable, Sendable {
        static let punto = Cita()

        init(from decoder: any Decoder) throws {
            Self.punto.llegar()
        }
    }

    /// Two decoders meet here; one alone would wait for ever.
    private final class Cita: Sendable {
        private let uno = DispatchSemaphore(value: 0)
        private let otro = DispatchSemaphore(value: 0)

        func llegar() {
            uno.signal()
            otro.wait()
        }

        func soltarCuandoHayanLlegado(_ count: Int) {
            for _ in 0..<count { uno.wait() }
            for _ in 0..<count { otro.signal() }
        }
    }

    @Test(
        .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "one processor"),
        .timeLimit(.minutes(1))
    )
    func `B3 two answers are decoded at the same time`() async throws {
        let api = cliente(.status(200, json: [:]))
        Thread.detachNewThread { Encuentro.punto.soltarCuandoHayanLlegado(2) }
        async let first: Encuentro = api.get("a")
        async let second: Encuentro = api.get("b")
        _ = try await (first, second)
    }

    @Test(arguments: Via.allCases)
    func `B4 a page in snake case becomes models in camel case`(via: Via) async throws {
        try await via.conLecciones(stub: Self.stub, configure: Self.snake) { api in
            let page: UserPage = try await api.request(UserEndpoint.getUsers(page: 1))
            let user = try #require(page.data.first)
            #expect(!user.firstName.isEmpty && !user.lastName.isEmpty)
            #expect(user.avatar.hasSuffix("/1.jpg") && page.totalPages == 2)
        }
    }

    @MainActor @Test(arguments: Via.allCases)
    func `B5 the view model turns pages and searches`(via: Via) async throws {
        try await via.conLecciones(stub: Self.stub, configure: Self.snake) { api in
            let model = DirectoryViewModel(client: api)
            #expect(model.users.isEmpty && !model.isLoading && model.errorMessage == nil)
            await model.load()
            #expect(model.users.first?.id == 1 && model.hasNextPage && !model.hasPreviousPage)
            await model.nextPage()
            #expect(model.users.first?.id == 7 && !model.hasNextPage && model.hasPreviousPage)
            model.search = "nadie se llama así"
            #expect(model.users.isEmpty && model.state.value?.data.isEmpty == false)
            await model.previousPage()
            model.search = ""
            #expect(model.users.first?.id == 1 && model.errorMessage == nil)
        }
    }

    @MainActor @Test func `B5 the view model tells a failure`() async {
        let model = DirectoryViewModel(client: cliente(.fail(.noConnection(.refused))))
        await model.load()
        #expect(model.errorMessage == "No hay conexión" && !model.isLoading)
    }

    private static func lines(of path: String) throws -> Int {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "Sources/Usuarios/" + path),
            encoding: .utf8
        )
        return text.split(separator: "\n").count { line in
            !line.allSatisfy(\.isWhitespace)
                && !line.drop(while: \.isWhitespace).hasPrefix("//")
        }
    }

    @Test func `B6 the endpoints take under 30 lines, the client's use under 100`() throws {
        let endpoint = try Self.lines(of: "Directorio/Data/UserEndpoint.swift")
        #expect(endpoint < 30)
        let rest = try ["Directorio/Presentation/DirectoryViewModel.swift"].map(Self.lines)
        #expect(rest.reduce(endpoint, +) < 100)
    }

    @Test func `B6 neither the library nor the app depends on another package`() throws {
        let examples = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let library = examples.deletingLastPathComponent()
        let manifests = try [library, examples].map {
            try String(contentsOf: $0.appending(path: "Package.swift"), encoding: .utf8)
        }
        #expect(!manifests[0].contains(".package("))
        let own = #".package(name: "vencejo", path: "..")"#
        let others = manifests[1].replacing(own, with: "")
        #expect(manifests[1] != others && !others.contains(".package("))
        // What was resolved would stand here.
        for root in [library, examples] {
            let resolved = root.appending(path: "Package.resolved").path
            #expect(!FileManager.default.fileExists(atPath: resolved))
        }
    }

    /// With 64 tasks on one client; `Scripts/tsan` watches the library's own journeys the same way.
    @Test func `B6 one client serves many tasks at once`() async throws {
        let api = Self.client(Self.stub)
        let pages = await withTaskGroup(of: UserPage?.self) { group in
            for number in 0..<64 {
                let page = UserEndpoint.getUsers(page: number % 2 + 1)
                group.addTask { try? await api.request(page) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pages.count == 64 && pages.allSatisfy { $0?.data.count == 1 })
    }
}
