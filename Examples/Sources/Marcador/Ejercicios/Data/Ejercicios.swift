public import Vencejo

/// A thing to be done, as the service keeps it.
public struct TareaDTO: Codable, Sendable, Hashable {
    public let userId: Int
    public let title: String
    public let completed: Bool
    public let id: Int
}

/// A thing to be done, on its way to the service.
public struct TareaNuevaDTO: Codable, Sendable, Hashable {
    public let userId: Int
    public let title: String
    public let completed: Bool

    public init(userId: Int, title: String, completed: Bool) {
        self.userId = userId
        self.title = title
        self.completed = completed
    }
}

/// A comment, on its way to the service.
public struct ComentarioNuevoDTO: Codable, Sendable, Hashable {
    public let postId: Int
    public let name: String
    public let email: String
    public let body: String

    public init(postId: Int, name: String, email: String, body: String) {
        self.postId = postId
        self.name = name
        self.email = email
        self.body = body
    }
}

/// A comment as the service took it.
public struct ComentarioDTO: Codable, Sendable, Hashable {
    public let id: Int
}

/// The lesson's exercises, with the lines they print.
public struct Ejercicios: Sendable {
    private let api: any APIClientProtocol

    public init(api: any APIClientProtocol) {
        self.api = api
    }

    /// Creates a to-do: the code, then the JSON that came back.
    public func crearTarea(_ tarea: TareaNuevaDTO) async throws -> [String] {
        do {
            let respuesta: Response = try await api.post("todos", body: tarea)
            return ["POST código: \(respuesta.status.code)", respuesta.text()]
        } catch {
            throw ErrorDeRed.traducir(error)
        }
    }

    /// Creates a comment, at the right address or at the wrong one.
    public func crearComentario(
        _ comentario: ComentarioNuevoDTO,
        en ruta: Path = "comments"
    ) async throws -> String {
        do {
            let creado: ComentarioDTO = try await api.enviar(
                Comentar(path: ruta, comentario: comentario)
            )
            return "Comentario creado: \(creado.id)"
        } catch ErrorDeRed.servidor(let codigo) {
            return "Fallo: el servidor respondió \(codigo)"
        }
    }

    private struct Comentar: Endpoint {
        let path: Path
        let comentario: ComentarioNuevoDTO
        var method: HTTPMethod { .post }
        var body: Body { .json(comentario) }
    }
}
