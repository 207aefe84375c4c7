public import Vencejo

/// The service in its oldest form: each call ends in a completion handler.
public struct ServicioUsuarios: Sendable {
    public typealias Resultado<Valor> = @Sendable (Result<Valor, ErrorDeUsuarios>) -> Void

    private let api: any APIClientProtocol

    public init(api: any APIClientProtocol) {
        self.api = api
    }

    /// Lists the users; the handle that is returned cancels.
    @discardableResult
    public func listarUsuarios(_ resultado: @escaping Resultado<[Usuario]>) -> CallHandle {
        pedir("users", resultado)
    }

    /// Lists what a user published.
    @discardableResult
    public func listarPublicaciones(
        de usuario: Usuario.ID,
        _ resultado: @escaping Resultado<[Publicacion]>
    ) -> CallHandle {
        pedir("users/\(usuario)/posts", resultado)
    }

    private func pedir<Valor: Decodable & Sendable>(
        _ ruta: Path,
        _ resultado: @escaping Resultado<Valor>
    ) -> CallHandle {
        api.get(ruta) { (respuesta: Result<Valor, NetworkError>) in
            resultado(respuesta.mapError(ErrorDeUsuarios.init))
        }
    }
}
