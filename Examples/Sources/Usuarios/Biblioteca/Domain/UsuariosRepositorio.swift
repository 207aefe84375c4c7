public import Vencejo

/// Where users come from; the screens know no more.
public protocol UsuariosRepositorio: Sendable {
    func usuarios() async throws(NetworkError) -> [Usuario]
    func publicaciones(de usuario: Usuario.ID) async throws(NetworkError) -> [Publicacion]
    func crear(_ nuevo: UsuarioNuevo) async throws(NetworkError) -> Usuario
    func reemplazar(_ usuario: Usuario) async throws(NetworkError) -> Usuario
    func actualizar(
        _ id: Usuario.ID,
        _ cambios: CambiosDeUsuario
    ) async throws(NetworkError) -> Usuario
    func borrar(_ id: Usuario.ID) async throws(NetworkError)
}
