import VencejoHTTP

extension NetworkError {
    /// A sentence for a person, in the language of this process; empty for a cancelled call.
    public var userMessage: String { userMessage(in: .current) }

    /// The same as ``userMessage``, under the name that Foundation's errors have.
    public var localizedDescription: String { userMessage }

    /// A sentence for a person; empty for a cancelled call, of which nobody need be told.
    public func userMessage(in language: MessageLanguage) -> String {
        language == .spanish ? spanishMessage : englishMessage
    }

    private var englishMessage: String {
        switch kind {
        case .noConnection: "No connection"
        case .status(let status): "The server answered with code \(status.code)"
        case .timedOut: "The server took too long to answer"
        case .tls: "A secure connection to the server could not be made"
        case .proxy: "The proxy did not let the connection through"
        case .insecureURL: "The connection was blocked because it is not secure"
        case .cancelled: ""
        case .decoding, .invalidResponse: "The server's answer could not be understood"
        case .bodyTooLarge: "The server's answer is too large"
        case .redirect: "The server sent the request elsewhere, and it could not be followed"
        case .circuitOpen, .overloaded: "The service is busy; try again in a moment"
        case .authenticationExpired: "Your session has expired; sign in again"
        case .file(let failure) where failure.reason == .full: "There is no room left for the file"
        case .file: "The file could not be read or written"
        case .digestMismatch: "The file arrived damaged"
        case .invalidRequest, .unsupported: "The request could not be made"
        case .other: "Something went wrong"
        }
    }

    private var spanishMessage: String {
        switch kind {
        case .noConnection: "No hay conexión"
        case .status(let status): "El servidor respondió con el código \(status.code)"
        case .timedOut: "El servidor tardó demasiado en responder"
        case .tls: "No se pudo establecer una conexión segura con el servidor"
        case .proxy: "El proxy no dejó pasar la conexión"
        case .insecureURL: "La conexión se bloqueó porque no es segura"
        case .cancelled: ""
        case .decoding, .invalidResponse: "No se pudo entender la respuesta del servidor"
        case .bodyTooLarge: "La respuesta del servidor es demasiado grande"
        case .redirect: "El servidor desvió la petición y no se pudo seguir"
        case .circuitOpen, .overloaded: "El servicio está saturado; inténtalo en un momento"
        case .authenticationExpired: "La sesión ha caducado; vuelve a iniciar sesión"
        case .file(let failure) where failure.reason == .full: "No queda espacio para el archivo"
        case .file: "No se pudo leer o escribir el archivo"
        case .digestMismatch: "El archivo llegó dañado"
        case .invalidRequest, .unsupported: "No se pudo hacer la petición"
        case .other: "Algo salió mal"
        }
    }
}
