/// What a person can ask the front for.
enum Orden: Sendable, Hashable {
    case arbitros
    case cronica
    case ejercicios
    case ayuda
    case salir
    case nada
    case desconocida(String)

    init(_ linea: String) {
        self =
            switch linea.lowercased() {
            case "": .nada
            case "a", "r", "arbitros", "árbitros", "recargar": .arbitros
            case "c", "crónica", "cronica": .cronica
            case "e", "ejercicios": .ejercicios
            case "?", "h", "ayuda": .ayuda
            case "q", "salir": .salir
            default: .desconocida(linea)
            }
    }
}
