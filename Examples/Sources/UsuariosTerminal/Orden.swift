/// What a person can ask the front for.
enum Orden: Sendable, Hashable {
    case recargar
    case siguiente
    case anterior
    case detalle(Int)
    case buscar(String?)
    case contactos
    case ayuda
    case salir
    case nada
    case desconocida(String)

    init(_ linea: String) {
        let words = linea.split(separator: " ", maxSplits: 1).map(String.init)
        let word = words.first?.lowercased() ?? ""
        let rest = words.count == 2 ? words[1] : nil
        self =
            switch word {
            case "": .nada
            case "r", "recargar": .recargar
            case "n", "siguiente": .siguiente
            case "p", "anterior": .anterior
            case "s", "buscar": .buscar(rest)
            case "c", "contactos": .contactos
            case "?", "h", "ayuda": .ayuda
            case "q", "salir": .salir
            default: Int(word).map(Orden.detalle) ?? .desconocida(linea)
            }
    }
}
