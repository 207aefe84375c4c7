import Pantalla
import Testing
import Usuarios
import Vencejo
import VencejoTesting

@Suite struct TrampasTests {
    private static func asked(
        baseURL: String = "https://api.example.com/v1",
        _ call: (APIClient) async throws -> Void
    ) async throws -> Request {
        let stub = StubTransport.stub {
            $0.on(.get, "", respond: .status(204))
            $0.on(.post, "", respond: .status(204))
        }
        try await call(APIClient(baseURL: baseURL, transport: stub))
        return try #require(stub.requests.first)
    }

    @Test func `trap: a query keeps its order, repeats names, keeps empty values, escapes plus`()
        async throws
    {
        let request = try await Self.asked {
            try await $0.get("a", query: ["z": 1, "a": "", "z": "1+1"])
        }
        #expect(request.url.query == "z=1&a=&z=1%2B1")
    }

    @Test(arguments: ["https://api.example.com/v1", "https://api.example.com/v1/"], ["a/", "/a/"])
    func `trap: base and path meet in one slash, values are escaped`(
        base: String,
        start: String
    ) async throws {
        let request = try await Self.asked(baseURL: base) {
            try await $0.get("\(raw: start)\("x/y z?")")
        }
        #expect("\(request.url)" == "https://api.example.com/v1/a/x%2Fy%20z%3F")
    }

    @Test func `trap: a content type of the caller's stays, without a body there is none`()
        async throws
    {
        let custom = try await Self.asked {
            try await $0.post("a", body: [1], headers: [.contentType: "application/vnd.x+json"])
        }
        #expect(custom.headers[.contentType] == "application/vnd.x+json")
        let bare = try await Self.asked { try await $0.get("a") }
        #expect(!bare.headers.contains(.contentType))
    }

    @Test func `trap: no code is invented where nobody answered`() async {
        let api = cliente(.fail(.noConnection(.refused)))
        await #expect { try await api.get("a") } throws: {
            guard let error = $0 as? NetworkError, error.response == nil else { return false }
            if case .status = error.kind { return false }
            return true
        }
    }

    private static let kinds: [NetworkError.Kind] = [
        .noConnection(.refused), .tls(.expired), .insecureURL, .timedOut(.response),
    ]

    @MainActor @Test func `trap: failures of different kinds read differently`() async {
        var messages: Set<String> = []
        for kind in Self.kinds {
            let model = UsersViewModel(service: MockUserService(failing: kind))
            await model.load()
            if let message = model.errorMessage { messages.insert(message) }
        }
        #expect(messages.count == Self.kinds.count)
    }

    @MainActor @Test func `trap: a cancelled screen shows no error`() async {
        let model = UsersViewModel(service: MockUserService(failing: .cancelled))
        await model.load()
        #expect(model.errorMessage == nil && !model.isLoading)
        let error = ErrorDeUsuarios(NetworkError(.cancelled))
        guard case .cancelada = error else {
            Issue.record("cancelled reads as \(error)")
            return
        }
    }

    @Test func `trap: a big answer does not hold up a small one`() async throws {
        let api = cliente(.status(200, json: []))
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let slow = APIClient(
            baseURL: "https://api.example.com",
            transport: .stub {
                $0.on(
                    .get,
                    "big",
                    respond: .reply { _ in
                        for await _ in gate { break }
                        return .json(Array(repeating: 1, count: 100_000))
                    }
                )
                $0.on(.get, "small", respond: .json([1]))
            }
        )
        async let big: [Int] = slow.get("big")
        let small: [Int] = try await slow.get("small")
        open.yield()
        #expect(small == [1])
        #expect(try await big.count == 100_000)
        let none: [Int] = try await api.get("a")
        #expect(none.isEmpty)
    }

    @Test(arguments: [HTTPMethod.get, .post, .put, .patch, .delete], [200, 204, 299, 300, 400])
    func `trap: what is a success does not differ from call to call`(
        method: HTTPMethod,
        code: Int
    ) async throws {
        let api = cliente(.status(HTTPStatus(code)))
        let url = try #require(URI("https://api.example.com/a"))
        let answer = try? await api.perform(Request(method, url))
        #expect((answer != nil) == (200...299).contains(code))
    }

    private struct Terco: Encodable, Sendable {
        struct Motivo: Error {}
        func encode(to encoder: any Encoder) throws { throw Motivo() }
    }

    @Test func `trap: what cannot be encoded is not told as a decoding failure`() async {
        await #expect { try await cliente(.status(200)).post("a", body: Terco()) } throws: {
            guard case .invalidRequest(.encoding) = ($0 as? NetworkError)?.kind else {
                return false
            }
            return true
        }
    }

    @Test func `trap: list, progress and error are one state`() {
        struct Fallo: Error {}
        var state = LoadState<[Int]>.idle
        state.finish(.failure(Fallo()))
        #expect(state.error != nil && !state.isLoading)
        state.start()
        #expect(state.error == nil && state.isLoading)
        state.finish(.success([]))
        #expect(state.error == nil && !state.isLoading && state.value == [])
        state.finish(.failure(CancellationError()))
        #expect(state.error == nil && state.value == [])
    }

    @Test func `trap: the server's explanation is kept`() async {
        let api = cliente(.status(400, json: ["message": "El título está vacío"]))
        await #expect { try await api.get("a") } throws: {
            ($0 as? NetworkError)?.mensaje
                == "El servidor respondió con el código 400: El título está vacío"
        }
    }

    @Test func `trap: the generic method keeps its type parameter`() async throws {
        let service = NetworkUserService(api: cliente(.json([User.ada])))
        let users: [User] = try await service.fetch(url: "contacts")
        let raw: JSONValue = try await service.fetch(url: "https://api.example.com/contacts")
        #expect(users == [.ada] && raw.arrayValue?.count == 1)
    }
}
