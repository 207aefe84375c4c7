import Testing
import Usuarios
import Vencejo
import VencejoMockServer
import VencejoTesting

@Suite struct ServicioTests {
    @Test func `A5 plain http to another machine fails and says why`() async throws {
        let stub = Biblioteca.stub
        let api = APIClient(baseURL: "http://api.example.com", transport: stub)
        await #expect { try await UsuariosRepositorioRed(api: api).usuarios() } throws: { error in
            let error = error as? NetworkError
            return error?.kind == .insecureURL
                && error?.userMessage(in: .spanish)
                    == "La conexión se bloqueó porque no es segura"
        }
        #expect(stub.requests.isEmpty)
    }

    @Test(arguments: ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:9"])
    func `A5 this machine may be asked without TLS`(address: String) async throws {
        let api = APIClient(baseURL: address, transport: Biblioteca.stub)
        #expect(try await UsuariosRepositorioRed(api: api).usuarios().count == 2)
    }

    @Test func `A5 plain http can be allowed`() async throws {
        let api = APIClient(baseURL: "http://api.example.com", transport: Biblioteca.stub) {
            $0.allowsInsecureHTTP = true
        }
        #expect(try await UsuariosRepositorioRed(api: api).usuarios().count == 2)
    }

    private static let accesos: [(String, Acceso)] = [
        ("bearer", .token("lesson-token")), ("header-key", .claveEnCabecera("lesson-key")),
        ("query-key", .claveEnConsulta("lesson-key")),
    ]

    @Test(arguments: accesos.indices, Via.allCases)
    func `A6 a token and two kinds of key open the door`(index: Int, via: Via) async throws {
        let (route, acceso) = Self.accesos[index]
        let stub = StubTransport.stub {
            $0.on(
                .get,
                "secure/\(route)",
                respond: .reply { request in
                    let isProved =
                        request.headers[.authorization] == "Bearer lesson-token"
                        || request.headers["X-API-Key"] == "lesson-key"
                        || request.url.query == "api_key=lesson-key"
                    return isProved
                        ? .status(200, json: ["message": "Hola", "authenticated": true])
                        : .status(401)
                }
            )
        }
        try await via.conLecciones(stub: stub, pipeline: [acceso.capa]) { api in
            let welcome: Bienvenida = try await api.get("secure/\(raw: route)")
            #expect(welcome.authenticated)
        }
    }

    @Test func `A7 a long list is read in three forms`() async throws {
        try await Via.red.conLecciones(stub: .stub { _ in }) { api in
            let catalogo = Catalogo(api: api)
            let wanted = Array(1...95)
            let byOffset = try await catalogo.porPosicion(de: 30).ids()
            let byPage = try await catalogo.porPagina(de: 30).ids()
            let byCursor = try await catalogo.porCursor(de: 30).ids()
            #expect(byOffset == wanted && byPage == wanted && byCursor == wanted)
        }
    }

    @Test func `A7 a cursor leads from page to page without a network`() async throws {
        let api = cliente(
            .sequence([
                .status(200, json: ["items": [["id": 1, "name": "a"]], "nextCursor": "x"]),
                .status(200, json: ["items": [["id": 2, "name": "b"]], "nextCursor": .null]),
            ])
        )
        #expect(try await Catalogo(api: api).porCursor(de: 1).ids() == [1, 2])
    }

    @Test(arguments: [401, 404, 422] as [HTTPStatus])
    func `A8 an error body's code, message and details are read`(status: HTTPStatus) async {
        let body: JSONValue = [
            "code": "title.missing", "message": "Falta el título", "details": ["title": "vacío"],
        ]
        let repository = UsuariosRepositorioRed(api: cliente(.status(status, json: body)))
        await #expect { try await repository.usuarios() } throws: { error in
            guard let error = error as? NetworkError else { return false }
            return error.kind == .status(status) && error.apiError?.code == "title.missing"
                && error.apiError?.message == "Falta el título"
                && error.apiError?.details == ["title": "vacío"]
        }
    }

    @Test func `A8 the service explains what is wrong with a 422`() async throws {
        try await Via.red.conLecciones(stub: .stub { _ in }) { api in
            await #expect { try await api.post("validation", body: ["title": ""]) } throws: {
                let error = $0 as? NetworkError
                return error?.kind == .status(422) && error?.apiError?.details?["title"] != nil
            }
        }
    }

    @Test func `A8 another body still gives the code`() async {
        let api = cliente(.text("<h1>no</h1>", status: 404))
        await #expect { try await UsuariosRepositorioRed(api: api).usuarios() } throws: {
            let error = $0 as? NetworkError
            return error?.kind == .status(404) && error?.apiError == nil
        }
    }

    @Test func `A10 links found in answers are followed to the end`() async throws {
        try await Via.red.conLecciones(stub: .stub { _ in }) { api in
            let ids = try await Catalogo(api: api).porEnlaces().ids()
            #expect(ids == Array(1...30))
        }
    }

    @Test func `A10 an entity tag saves sending the same again`() async throws {
        let accepting: @Sendable (inout ClientConfiguration) -> Void = {
            $0.acceptedStatuses = .success.union([304])
        }
        try await Via.red.conLecciones(stub: .stub { _ in }, configure: accepting) { api in
            let first: Response = try await api.get("users")
            let tag = try #require(first.headers[.etag])
            let again: Response = try await api.get("users", headers: [.ifNoneMatch: tag])
            #expect(again.status == 304 && again.body.isEmpty)
        }
    }

    @Test func `A10 requests share nothing, each says all that it needs`() async throws {
        let stub = Biblioteca.stub
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [Acceso.token("t").capa],
            transport: stub
        )
        _ = try await UsuariosRepositorioRed(api: api).usuarios()
        _ = try await UsuariosRepositorioRed(api: api).usuarios()
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer t", "Bearer t"])
        #expect(stub.requests.allSatisfy { !$0.headers.contains("Cookie") })
    }
}

extension AsyncSequence where Element == Articulo {
    fileprivate func ids() async throws -> [Int] {
        var ids: [Int] = []
        for try await articulo in self { ids.append(articulo.id) }
        return ids
    }
}
