#if canImport(SwiftUI)
import Pantalla
public import SwiftUI

/// The referees: a list, a table on the Mac, a compact row on the watch.
public struct ArbitrosPantalla: View {
    @State private var modelo: ArbitrosModelo

    public init(modelo: ArbitrosModelo) {
        _modelo = State(initialValue: modelo)
    }

    public var body: some View {
        LoadStateView(
            modelo.estado,
            message: modelo.mensaje,
            retry: { await modelo.cargar() },
            content: { arbitros in
                if arbitros.isEmpty {
                    ContentUnavailableView("Sin árbitros", systemImage: "person.slash")
                } else {
                    ListaDeArbitros(arbitros: arbitros).refreshable { await modelo.cargar() }
                }
            }
        )
        .navigationTitle("Árbitros")
        .task { await modelo.cargar() }
    }
}

private struct ListaDeArbitros: View {
    let arbitros: [ArbitroDTO]

    var body: some View {
        #if os(macOS)
        Table(arbitros) {
            TableColumn("Nombre", value: \.name)
            TableColumn("Correo", value: \.email)
        }
        #elseif os(watchOS)
        List(arbitros) { Text($0.name).lineLimit(1) }
        #else
        List(arbitros) { arbitro in
            VStack(alignment: .leading) {
                Text(arbitro.name).font(.headline)
                Text(arbitro.email).font(.subheadline).foregroundStyle(.secondary)
            }
        }
        #endif
    }
}
#endif
