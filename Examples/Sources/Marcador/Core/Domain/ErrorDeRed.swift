/// The two failures that the app tells a person about.
public enum ErrorDeRed: Error, Sendable, Hashable {
    /// Nobody answered.
    case sinConexion
    /// Somebody answered, with an error code.
    case servidor(codigo: Int)

    /// What a person reads.
    public var mensaje: String {
        switch self {
        case .sinConexion: "No hay conexión"
        case .servidor(let codigo): "El servidor respondió con el código \(codigo)"
        }
    }
}
