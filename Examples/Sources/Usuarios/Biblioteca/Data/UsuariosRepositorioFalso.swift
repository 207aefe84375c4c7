public import Vencejo

/// Users in memory, for previews and tests.
public actor UsuariosRepositorioFalso: UsuariosRepositorio {
    private var guardados: [Usuario]
    private let escritas: [Publicacion]
    private var fallo: NetworkError?

    public init(
        _ usuarios: [Usuario] = [],
        publicaciones: [Publicacion] = [],
        fallo: NetworkError? = nil
    ) {
        guardados = usuarios
        escritas = publicaciones
        self.fallo = fallo
    }

    /// From now on every call fails like this, or none where it is `nil`.
    public func fallar(con error: NetworkError?) {
        fallo = error
    }

    public func usuarios() throws(NetworkError) -> [Usuario] {
        try comprobar()
        return guardados
    }

    public func publicaciones(de usuario: Usuario.ID) throws(NetworkError) -> [Publicacion] {
        try comprobar()
        return escritas.filter { $0.autorId == usuario }
    }

    public func crear(_ nuevo: UsuarioNuevo) throws(NetworkError) -> Usuario {
        try comprobar()
        let usuario = Usuario(
            id: (guardados.map(\.id).max() ?? 0) + 1,
            nombre: nuevo.nombre,
            email: nuevo.email,
            fechaRegistro: nuevo.fechaRegistro,
            esActivo: nuevo.esActivo
        )
        guardados.append(usuario)
        return usuario
    }

    public func reemplazar(_ usuario: Usuario) throws(NetworkError) -> Usuario {
        try comprobar()
        guardados[try posicion(usuario.id)] = usuario
        return usuario
    }

    public func actualizar(
        _ id: Usuario.ID,
        _ cambios: CambiosDeUsuario
    ) throws(NetworkError) -> Usuario {
        try comprobar()
        let posicion = try posicion(id)
        if let nombre = cambios.nombre { guardados[posicion].nombre = nombre }
        if let email = cambios.email { guardados[posicion].email = email }
        if let activo = cambios.esActivo { guardados[posicion].esActivo = activo }
        return guardados[posicion]
    }

    public func borrar(_ id: Usuario.ID) throws(NetworkError) {
        try comprobar()
        guardados.remove(at: try posicion(id))
    }

    private func comprobar() throws(NetworkError) {
        if let fallo { throw fallo }
    }

    private func posicion(_ id: Usuario.ID) throws(NetworkError) -> Int {
        guard let posicion = guardados.firstIndex(where: { $0.id == id }) else {
            throw NetworkError(.status(404))
        }
        return posicion
    }
}
