public import Observation
public import Pantalla

/// The chronicle's screen: what is written, and what became of it.
@MainActor
@Observable
public final class CronicaModelo {
    public var cronica: Cronica
    public private(set) var estado = LoadState<Cronica>.idle
    private let repositorio: any CronicasRepositorio

    public init(
        cronica: Cronica = Cronica(titulo: "", texto: ""),
        repositorio: any CronicasRepositorio
    ) {
        self.cronica = cronica
        self.repositorio = repositorio
    }

    public var puedePublicar: Bool { cronica.estaCompleta && !estado.isLoading }
    public var publicada: Cronica? { estado.value }
    public var mensaje: String? { estado.error.map(ErrorDeRed.mensaje) }

    /// Publishes what is written, once: while it is under way, asking again does nothing.
    public func publicar() async {
        guard puedePublicar else { return }
        estado = .loading(last: nil)
        let resultado: Result<Cronica, any Error>
        do {
            resultado = .success(try await repositorio.publicar(cronica))
        } catch {
            resultado = .failure(error)
        }
        estado.finish(resultado)
    }
}
