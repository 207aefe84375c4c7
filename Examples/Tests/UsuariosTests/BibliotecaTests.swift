import Foundation
import Testing
import Usuarios
import Vencejo
import VencejoFoundation
import VencejoTesting

@Suite struct BibliotecaTests {
    @Test(arguments: Via.allCases)
    func `A1 users and publications arrive under their Spanish names`(via: Via) async throws {
        try await via.conBiblioteca { api in
            let users = try await UsuariosRepositorioRed(api: api).usuarios()
            #expect(users.map(\.nombre) == ["Ana Prado", "Ida Ruiz"])
            #expect(users.map(\.esActivo) == [true, false])
            #expect(users.first?.fechaRegistro == Date(timeIntervalSince1970: 1_709_209_800))
            let posts = try await UsuariosRepositorioRed(api: api).publicaciones(de: 1)
            let post = try #require(posts.first)
            #expect(post.titulo == "Hola" && post.contenido == "Texto" && post.autorId == 1)
            #expect(post.fechaPublicacion == Date(timeIntervalSince1970: 1_736_510_400))
        }
    }

    @Test func `A1 a user written as JSON reads back the same`() throws {
        let user = try JSON().decode(Usuario.self, from: Biblioteca.ana)
        let value = try JSON().encodeToValue(user)
        #expect(value["fullName"] == "Ana Prado" && value["nombre"] == nil)
        #expect(try JSON().decode(Usuario.self, from: value) == user)
    }

    @Test(arguments: Via.allCases)
    func `A2 the completion handlers deliver users and publications`(via: Via) async throws {
        try await via.conBiblioteca { api in
            let service = ServicioUsuarios(api: api)
            let users = await withCheckedContinuation { waiting in
                service.listarUsuarios { waiting.resume(returning: $0) }
            }
            let ids = try users.get().map(\.id)
            #expect(ids == [1, 2])
            let posts = await withCheckedContinuation { waiting in
                service.listarPublicaciones(de: 1) { waiting.resume(returning: $0) }
            }
            let post = try posts.get().first
            #expect(post?.id == 7)
        }
    }

    private struct Rareza: Error {}

    /// The failure of a call in one word.
    private static func fallo(_ api: APIClient) async -> String {
        let result = await withCheckedContinuation { waiting in
            _ = ServicioUsuarios(api: api).listarUsuarios { waiting.resume(returning: $0) }
        }
        guard case .failure(let error) = result else { return "none" }
        return switch error {
        case .urlInvalida: "bad URL"
        case .respuestaInvalida: "bad response"
        case .decodificacion: "decoding"
        case .red: "network"
        case .desconocido(let error): error is Rareza ? "unknown" : "changed"
        case .cancelada: "cancelled"
        }
    }

    @Test func `A2 five failures are told apart`() async {
        let noAddress = APIClient(baseURL: "no es una dirección", transport: Biblioteca.stub)
        #expect(await Self.fallo(noAddress) == "bad URL")
        #expect(await Self.fallo(cliente(.status(500))) == "bad response")
        #expect(await Self.fallo(cliente(.json(["id": 1]))) == "decoding")
        #expect(await Self.fallo(cliente(.fail(.noConnection(.refused)))) == "network")
        #expect(await Self.fallo(cliente(.reply { _ in throw Rareza() })) == "unknown")
    }

    @Test(arguments: Via.allCases)
    func `A3 one generic fetch decodes whatever is asked for`(via: Via) async throws {
        try await via.conBiblioteca { api in
            let repository = UsuariosRepositorioRed(api: api)
            let users: [Usuario] = try await repository.obtener("users")
            let posts: [Publicacion] = try await repository.obtener("users/\(1)/posts")
            #expect(users.count == 2 && posts.count == 1)
        }
    }

    @Test func `A3 the error carries the code, and no answer is a case of its own`() async {
        let refused = UsuariosRepositorioRed(api: cliente(.status(503)))
        await #expect { try await refused.usuarios() } throws: {
            ($0 as? NetworkError)?.kind == .status(503)
        }
        let silent = UsuariosRepositorioRed(api: cliente(.fail(.noConnection(.refused))))
        await #expect { try await silent.usuarios() } throws: { error in
            let error = error as? NetworkError
            return error?.kind == .noConnection(.refused) && error?.response == nil
        }
    }

    @Test(arguments: Via.allCases)
    func `A4 users are created, replaced, changed and deleted`(via: Via) async throws {
        try await via.conBiblioteca { api in
            let repository = UsuariosRepositorioRed(api: api)
            let eva = try await repository.crear(Biblioteca.nuevo)
            #expect(eva.id == 3 && eva.nombre == "Eva")
            var ana = try #require(try await repository.usuarios().first)
            ana.nombre = "Ana P."
            #expect(try await repository.reemplazar(ana).nombre == "Ana P.")
            let changed = try await repository.actualizar(1, CambiosDeUsuario(nombre: "Ana P."))
            #expect(changed.nombre == "Ana P." && changed.email == "ana@example.com")
            try await repository.borrar(1)
        }
    }

    @Test(arguments: [200, 201] as [HTTPStatus])
    func `A4 creating accepts 200 and 201`(status: HTTPStatus) async throws {
        let api = cliente(.json(Biblioteca.eva, status: status))
        #expect(try await UsuariosRepositorioRed(api: api).crear(Biblioteca.nuevo).id == 3)
    }

    @Test(arguments: [200, 202, 204] as [HTTPStatus])
    func `A4 deleting needs no body`(status: HTTPStatus) async throws {
        try await UsuariosRepositorioRed(api: cliente(.status(status))).borrar(1)
    }

    @Test func `A4 a partial change sends only what changes`() async throws {
        let stub = Biblioteca.stub
        let api = APIClient(baseURL: "https://api.example.com", transport: stub)
        _ = try await UsuariosRepositorioRed(api: api)
            .actualizar(1, CambiosDeUsuario(esActivo: false))
        #expect(
            String(decoding: stub.requests[0].body.bytes ?? [], as: UTF8.self)
                == #"{"isActive":false}"#
        )
    }

    @Test func `A9 screens need only the repository, real or not`() async throws {
        let fake: any UsuariosRepositorio = UsuariosRepositorioFalso([])
        let eva = try await fake.crear(Biblioteca.nuevo)
        #expect(try await fake.usuarios() == [eva])
        #expect(try await fake.actualizar(eva.id, CambiosDeUsuario(nombre: "E.")).nombre == "E.")
        try await fake.borrar(eva.id)
        await #expect(throws: NetworkError.self) { try await fake.borrar(eva.id) }
    }

    private struct Sello: Middleware {
        func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
            var request = request
            request.headers["X-Sello"] = "puesto"
            return try await next(request)
        }
    }

    @Test func `A9 a request is intercepted on its way`() async throws {
        let stub = Biblioteca.stub
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.custom(Sello())],
            transport: stub
        )
        _ = try await UsuariosRepositorioRed(api: api).usuarios()
        #expect(stub.requests.map { $0.headers["X-Sello"] } == ["puesto"])
    }
}
