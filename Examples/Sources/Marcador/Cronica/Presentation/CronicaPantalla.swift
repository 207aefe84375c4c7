#if canImport(SwiftUI)
import Pantalla
public import SwiftUI

/// Where a chronicle is written and published; leaving cancels.
public struct CronicaPantalla: View {
    @State private var modelo: CronicaModelo
    @State private var envio: Task<Void, Never>?

    public init(modelo: CronicaModelo) {
        _modelo = State(initialValue: modelo)
    }

    public var body: some View {
        Form {
            Section("Crónica") {
                TextField("Título", text: $modelo.cronica.titulo)
                TextField("Texto", text: $modelo.cronica.texto, axis: .vertical)
            }
            Section {
                Button(modelo.mensaje == nil ? "Publicar" : "Reintentar", action: publicar)
                    .disabled(!modelo.puedePublicar)
                if modelo.estado.isLoading { ProgressView("Publicando…") }
                if let numero = modelo.publicada?.numero {
                    Label("Publicada con el número \(numero)", systemImage: "checkmark.circle")
                }
                if let mensaje = modelo.mensaje {
                    Label(mensaje, systemImage: "exclamationmark.triangle")
                }
            }
        }
        .navigationTitle("Nueva crónica")
        .onDisappear { envio?.cancel() }
    }

    private func publicar() {
        envio = Task { await modelo.publicar() }
    }
}

#Preview {
    CronicaPantalla(modelo: CronicaModelo(repositorio: CronicasRepositorioFalso()))
}
#endif
