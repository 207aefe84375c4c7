public import Observation
public import Pantalla

/// The referees' screen.
@MainActor
@Observable
public final class ArbitrosModelo {
    public private(set) var estado = LoadState<[ArbitroDTO]>.idle
    private let servicio: ServicioDelTorneo
    @ObservationIgnored private var turno = Turn()

    public init(servicio: ServicioDelTorneo) {
        self.servicio = servicio
    }

    public var arbitros: [ArbitroDTO] { estado.value ?? [] }
    public var mensaje: String? { estado.error.map(ErrorDeRed.mensaje) }

    /// Loads the referees; ends early, without an error, when its task is cancelled.
    public func cargar() async {
        let mio = turno.next()
        estado.start()
        let resultado: Result<[ArbitroDTO], any Error>
        do {
            resultado = .success(try await servicio.arbitros())
        } catch {
            resultado = .failure(error)
        }
        if turno.isCurrent(mio) { estado.finish(resultado) }
    }
}
