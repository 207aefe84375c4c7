public import Vencejo

/// Users over the network, with async calls.
public struct UsuariosRepositorioRed: UsuariosRepositorio {
    private let api: any APIClientProtocol

    public init(api: any APIClientProtocol) {
        self.api = api
    }

    public func usuarios() async throws(NetworkError) -> [Usuario] {
        try await obtener("users")
    }

    public func publicaciones(
        de usuario: Usuario.ID
    ) async throws(NetworkError) -> [Publicacion] {
        try await obtener("users/\(usuario)/posts")
    }

    public func crear(_ nuevo: UsuarioNuevo) async throws(NetworkError) -> Usuario {
        try await api.post("users", body: nuevo)
    }

    public func reemplazar(_ usuario: Usuario) async throws(NetworkError) -> Usuario {
        try await api.put("users/\(usuario.id)", body: usuario)
    }

    public func actualizar(
        _ id: Usuario.ID,
        _ cambios: CambiosDeUsuario
    ) async throws(NetworkError) -> Usuario {
        try await api.patch("users/\(id)", body: cambios)
    }

    public func borrar(_ id: Usuario.ID) async throws(NetworkError) {
        try await api.delete("users/\(id)")
    }

    /// Asks for anything that can be decoded.
    public func obtener<Valor: Decodable & Sendable>(
        _ ruta: Path
    ) async throws(NetworkError) -> Valor {
        try await api.get(ruta)
    }
}
