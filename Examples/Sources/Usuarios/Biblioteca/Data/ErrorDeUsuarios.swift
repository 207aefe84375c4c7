public import Vencejo

/// The five failures that the service tells apart, and the call that nobody waits for.
public enum ErrorDeUsuarios: Error, Sendable {
    /// The address is none, or may not be asked; nothing was sent.
    case urlInvalida(NetworkError)
    /// Somebody answered, with a code that is no success or with what is not HTTP.
    case respuestaInvalida(NetworkError)
    /// The body is not what the model asks for.
    case decodificacion(DecodingProblem)
    /// Nobody answered: no connection, no safe one, or too late.
    case red(NetworkError)
    case desconocido(any Error)
    /// The screen went away: there is nothing to show.
    case cancelada

    public init(_ error: NetworkError) {
        self =
            switch error.kind {
            case .invalidRequest, .insecureURL: .urlInvalida(error)
            case .status, .invalidResponse, .bodyTooLarge, .redirect: .respuestaInvalida(error)
            case .decoding(let problem): .decodificacion(problem)
            case .noConnection, .proxy, .tls, .timedOut, .circuitOpen: .red(error)
            case .cancelled: .cancelada
            default: .desconocido(error.underlying ?? error)
            }
    }
}
