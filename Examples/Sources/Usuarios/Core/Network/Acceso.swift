public import Vencejo

/// The three ways in which the service knows who asks.
public enum Acceso: Sendable {
    case token(String)
    case claveEnCabecera(String)
    case claveEnConsulta(String)

    public var capa: Layer {
        switch self {
        case .token(let token): .authenticate(.bearer(token))
        case .claveEnCabecera(let key):
            .authenticate(.apiKey(header: "X-API-Key", value: key))
        case .claveEnConsulta(let key):
            .authenticate(.apiKey(query: "api_key", value: key))
        }
    }
}

/// What the protected routes answer.
public struct Bienvenida: Decodable, Sendable, Hashable {
    public let message: String
    public let authenticated: Bool
}
