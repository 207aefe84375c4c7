/// Rows under titles, in aligned columns.
public struct Tabla: Sendable {
    private static let hueco = 2

    private let titulos: [String]
    private var filas: [[String]] = []

    public init(_ titulos: [String]) {
        self.titulos = titulos
    }

    public init(_ titulos: String...) {
        self.init(titulos)
    }

    /// Adds a row; its texts are made fit for a terminal.
    public mutating func anadir(_ celdas: [String]) {
        filas.append(celdas.map(\.visible))
    }

    /// Adds a row; its texts are made fit for a terminal.
    public mutating func anadir(_ celdas: String...) {
        anadir(celdas)
    }

    /// The lines, none wider than the terminal.
    public func lineas(columnas: Int, estilo: Estilo) -> [String] {
        let anchos = medidas(columnas)
        let rule = anchos.map { String(repeating: "─", count: $0) }
        return [
            estilo.fuerte(linea(titulos, anchos)),
            estilo.tenue(linea(rule, anchos)),
        ] + filas.map { linea($0, anchos) }
    }

    /// The widest column gives way until all fit.
    private func medidas(_ columnas: Int) -> [Int] {
        var anchos = titulos.indices.map { column in
            ([titulos] + filas).map { column < $0.count ? $0[column].ancho : 0 }.max() ?? 0
        }
        let room = columnas - Self.hueco * max(0, anchos.count - 1)
        while anchos.reduce(0, +) > room, let widest = anchos.max(), widest > 4,
            let index = anchos.firstIndex(of: widest)
        {
            anchos[index] -= 1
        }
        return anchos
    }

    private func linea(_ celdas: [String], _ anchos: [Int]) -> String {
        let texts = zip(celdas, anchos).map { $0.recortado(a: $1).relleno(a: $1) }
        let line = texts.joined(separator: String(repeating: " ", count: Self.hueco))
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
