public import Vencejo

/// The calls that the tournament makes.
public struct ServicioDelTorneo: Sendable {
    private let api: any APIClientProtocol

    public init(api: any APIClientProtocol) {
        self.api = api
    }

    public func arbitros() async throws -> [ArbitroDTO] {
        try await api.enviar(TorneoEndpoint.arbitros)
    }

    public func publicarCronica(_ cronica: CronicaNuevaDTO) async throws -> CronicaPublicadaDTO {
        try await api.enviar(TorneoEndpoint.publicar(cronica))
    }
}

/// What can be asked of the tournament's service.
public enum TorneoEndpoint: Endpoint {
    case arbitros
    case publicar(CronicaNuevaDTO)

    public var method: HTTPMethod { if case .publicar = self { .post } else { .get } }

    public var path: Path { if case .publicar = self { "posts" } else { "users" } }

    public var body: Body {
        if case .publicar(let cronica) = self { .json(cronica) } else { .none }
    }
}
