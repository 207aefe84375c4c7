public import Vencejo

extension ErrorDeRed {
    /// The same failure in the app's words, or the failure itself where the app has none.
    ///
    /// What a caller's own code threw inside leaves as it is.
    public static func traducir(_ error: NetworkError) -> any Error {
        switch error.kind {
        case .noConnection: ErrorDeRed.sinConexion
        case .status(let status): ErrorDeRed.servidor(codigo: status.code)
        case .other: error.underlying ?? error
        default: error
        }
    }

    /// What a person reads about any failure.
    public static func mensaje(de error: any Error) -> String {
        switch error {
        case let error as ErrorDeRed: error.mensaje
        case let error as NetworkError: error.userMessage(in: .spanish)
        default: "Algo salió mal"
        }
    }
}
