import Marcador
import Pantalla
import Testing
import Vencejo
import VencejoMockServer
import VencejoTesting

/// The two ways a journey is run: without a network, and over a real socket.
enum Via: String, CaseIterable, Sendable {
    case simulada
    case red

    func correr(_ journey: (APIClient) async throws -> Void) async throws {
        if self == .simulada {
            return try await journey(
                APIClient(baseURL: "https://api.example.com", transport: Self.stub)
            )
        }
        let server = try await MockServer.jsonPlaceholder()
        let api = APIClient(baseURL: server.url)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await journey(api)) } catch { outcome = .failure(error) }
        await api.close()
        await server.stop()
        try outcome.get()
    }

    static var stub: StubTransport {
        .stub {
            let tarea: JSONValue = [
                "userId": 1, "title": "Comprar pan", "completed": false, "id": 201,
            ]
            $0.on(.post, "todos", respond: .status(201, json: tarea))
            $0.on(.post, "comments", respond: .status(201, json: ["id": 501]))
            $0.on(.post, "comentarios", respond: .status(404, json: [:]))
            $0.on(.post, "posts", respond: .status(201, json: ["id": 101, "title": "Final"]))
            let arbitros = (1...10).map { ArbitroDTO(id: $0, name: "N\($0)", email: "e@x.es") }
            $0.on(.get, "users", respond: .json(arbitros))
        }
    }
}

@Suite struct MarcadorTests {
    private static let comentario = ComentarioNuevoDTO(
        postId: 1,
        name: "Ana",
        email: "ana@example.com",
        body: "¡Qué final!"
    )

    private static func respondiendo(_ answer: StubAnswer) -> APIClient {
        APIClient(
            baseURL: "https://api.example.com",
            transport: .stub {
                $0.on(.get, "", respond: answer)
                $0.on(.post, "", respond: answer)
            }
        )
    }

    @Test(arguments: Via.allCases)
    func `D1 a to-do is created and comes back with the next number`(via: Via) async throws {
        try await via.correr { api in
            let tarea = TareaNuevaDTO(userId: 1, title: "Comprar pan", completed: false)
            let lines = try await Ejercicios(api: api).crearTarea(tarea)
            #expect(lines.first == "POST código: 201")
            let creada = try JSON().decode(TareaDTO.self, from: lines.last ?? "")
            #expect(creada.id == 201 && creada.title == "Comprar pan" && !creada.completed)
        }
    }

    @Test func `D2 no answer and an answer with a code are kept apart`() async {
        let silent = ServicioDelTorneo(api: Self.respondiendo(.fail(.noConnection(.refused))))
        await #expect(throws: ErrorDeRed.sinConexion) { try await silent.arbitros() }
        let missing = ServicioDelTorneo(api: Self.respondiendo(.status(404)))
        await #expect(throws: ErrorDeRed.servidor(codigo: 404)) { try await missing.arbitros() }
        #expect(ErrorDeRed.sinConexion.mensaje == "No hay conexión")
        #expect(
            ErrorDeRed.servidor(codigo: 404).mensaje == "El servidor respondió con el código 404"
        )
    }

    @Test func `D2 a server that has stopped is no connection`() async throws {
        let server = try await MockServer.jsonPlaceholder()
        let servicio = ServicioDelTorneo(api: APIClient(baseURL: server.url))
        await server.stop()
        await #expect(throws: ErrorDeRed.sinConexion) { try await servicio.arbitros() }
    }

    private struct Propio: Error, Equatable {
        let numero: Int
    }

    @Test func `D3 an error of another kind leaves as it is`() async {
        let servicio = ServicioDelTorneo(
            api: Self.respondiendo(.reply { _ in throw Propio(numero: 7) })
        )
        await #expect(throws: Propio(numero: 7)) { try await servicio.arbitros() }
    }

    @Test func `D3 what does not decode is not told as no connection`() async {
        let servicio = ServicioDelTorneo(api: Self.respondiendo(.text("{")))
        await #expect {
            try await servicio.arbitros()
        } throws: {
            guard case .decoding = ($0 as? NetworkError)?.kind else { return false }
            return true
        }
    }

    @Test(arguments: Via.allCases)
    func `D4 one generic function sends and infers its result`(via: Via) async throws {
        try await via.correr { api in
            let arbitros: [ArbitroDTO] = try await api.enviar(TorneoEndpoint.arbitros)
            let cronica = CronicaNuevaDTO(userId: 1, title: "Final", body: "3 a 2")
            let publicada: CronicaPublicadaDTO = try await api.enviar(
                TorneoEndpoint.publicar(cronica)
            )
            #expect(arbitros.count == 10 && publicada.id == 101)
        }
    }

    @Test(arguments: Via.allCases)
    func `D5 a comment gets 501, a wrong address 404`(via: Via) async throws {
        try await via.correr { api in
            let ejercicios = Ejercicios(api: api)
            let created = try await ejercicios.crearComentario(Self.comentario)
            let lost = try await ejercicios.crearComentario(Self.comentario, en: "comentarios")
            #expect(created == "Comentario creado: 501")
            #expect(lost == "Fallo: el servidor respondió 404")
        }
    }

    @MainActor @Test(arguments: Via.allCases)
    func `D6 the referees' screen lists ten`(via: Via) async throws {
        try await via.correr { api in
            let modelo = ArbitrosModelo(servicio: ServicioDelTorneo(api: api))
            await modelo.cargar()
            #expect(modelo.arbitros.count == 10 && modelo.mensaje == nil)
        }
    }

    @MainActor @Test(arguments: Via.allCases)
    func `D6 the chronicle's screen publishes under number 101`(via: Via) async throws {
        try await via.correr { api in
            let repositorio = CronicasRepositorioRed(servicio: ServicioDelTorneo(api: api))
            let modelo = CronicaModelo(repositorio: repositorio)
            #expect(!modelo.puedePublicar)
            modelo.cronica = Cronica(titulo: "Final", texto: "3 a 2")
            await modelo.publicar()
            #expect(modelo.publicada?.numero == 101 && modelo.publicada?.titulo == "Final")
            #expect(modelo.mensaje == nil)
        }
    }

    @MainActor @Test func `D6 a chronicle that was not published can be sent again`() async {
        let cronica = Cronica(titulo: "Final", texto: "3 a 2")
        let modelo = CronicaModelo(
            cronica: cronica,
            repositorio: CronicasRepositorioFalso(fallo: ErrorDeRed.sinConexion)
        )
        await modelo.publicar()
        #expect(modelo.mensaje == "No hay conexión" && modelo.puedePublicar)
        #expect(modelo.cronica == cronica && modelo.publicada == nil)
    }

    @MainActor @Test func `D6 a failed reload keeps the referees`() async {
        let arbitro = ArbitroDTO(id: 1, name: "Ana", email: "ana@example.com")
        let api = Self.respondiendo(.sequence([.json([arbitro]), .status(500)]))
        let modelo = ArbitrosModelo(servicio: ServicioDelTorneo(api: api))
        await modelo.cargar()
        await modelo.cargar()
        #expect(modelo.arbitros == [arbitro])
        #expect(modelo.mensaje == "El servidor respondió con el código 500")
    }

    @MainActor @Test func `trap: a cancelled publication shows no error`() async {
        let modelo = CronicaModelo(
            cronica: Cronica(titulo: "Final", texto: "3 a 2"),
            repositorio: CronicasRepositorioFalso(fallo: NetworkError(.cancelled))
        )
        await modelo.publicar()
        #expect(modelo.mensaje == nil && modelo.publicada == nil && modelo.puedePublicar)
    }
}
