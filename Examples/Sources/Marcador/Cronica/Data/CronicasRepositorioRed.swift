/// Chronicles over the network.
public struct CronicasRepositorioRed: CronicasRepositorio {
    private let servicio: ServicioDelTorneo

    public init(servicio: ServicioDelTorneo) {
        self.servicio = servicio
    }

    public func publicar(_ cronica: Cronica) async throws -> Cronica {
        let publicada = try await servicio.publicarCronica(CronicaNuevaDTO(cronica))
        var nueva = cronica
        nueva.numero = publicada.id
        nueva.titulo = publicada.title
        return nueva
    }
}

/// Chronicles without a network, for previews and tests.
public struct CronicasRepositorioFalso: CronicasRepositorio {
    private let resultado: Result<Int, any Error>

    /// Publishes everything under this number.
    public init(numero: Int = 101) {
        resultado = .success(numero)
    }

    public init(fallo: any Error) {
        resultado = .failure(fallo)
    }

    public func publicar(_ cronica: Cronica) async throws -> Cronica {
        var nueva = cronica
        nueva.numero = try resultado.get()
        return nueva
    }
}
