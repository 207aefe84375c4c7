/// Where a front reads what a person types, and writes what the person sees.
@MainActor
public protocol Consola {
    /// How many columns there are.
    var columnas: Int { get }
    /// How text is coloured.
    var estilo: Estilo { get }
    /// The next line; `nil` when there will be no more.
    func leer(_ aviso: String) -> String?
    func escribir(_ linea: String)
}

extension Consola {
    public func escribir(_ lineas: [String]) {
        for linea in lineas { escribir(linea) }
    }

    /// One line of what a person typed, without blanks around it.
    public func preguntar(_ aviso: String) -> String? {
        leer(aviso).map { linea in
            let start = linea.drop { $0.isWhitespace }
            return String(start.reversed().drop { $0.isWhitespace }.reversed())
        }
    }
}
