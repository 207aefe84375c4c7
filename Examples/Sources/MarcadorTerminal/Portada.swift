import Marcador
import Pantalla
public import TerminalKit
public import Vencejo

/// The front of Marcador for a terminal: referees, and chronicles to be written.
@MainActor
public struct Portada {
    private let consola: any Consola
    private let arbitros: ArbitrosModelo
    private let cronicas: any CronicasRepositorio
    private let ejercicios: Ejercicios

    public init(consola: any Consola, api: any APIClientProtocol) {
        let servicio = ServicioDelTorneo(api: api)
        self.consola = consola
        arbitros = ArbitrosModelo(servicio: servicio)
        cronicas = CronicasRepositorioRed(servicio: servicio)
        ejercicios = Ejercicios(api: api)
    }

    private var estilo: Estilo { consola.estilo }

    /// Goes on until the person leaves or there are no more lines.
    public func empezar() async {
        consola.escribir(estilo.titulo("Marcador"))
        mostrarAyuda()
        while let linea = consola.preguntar("marcador ›") {
            guard await obedecer(Orden(linea)) else { break }
        }
        consola.escribir(estilo.tenue("Hasta pronto."))
    }

    /// Does what was asked; `false` when it was to leave.
    private func obedecer(_ orden: Orden) async -> Bool {
        switch orden {
        case .salir: return false
        case .nada: break
        case .ayuda: mostrarAyuda()
        case .arbitros: await mostrarArbitros()
        case .cronica: await escribirCronica()
        case .ejercicios: await mostrarEjercicios()
        case .desconocida(let texto):
            consola.escribir(
                estilo.aviso("No conozco «\(texto.visible)». Escribe ? para ver qué hay.")
            )
        }
        return true
    }

    private func mostrarAyuda() {
        let keys = [
            ("a", "árbitros"), ("c", "escribir una crónica"), ("e", "ejercicios"),
            ("?", "ayuda"), ("q", "salir"),
        ]
        let parts = keys.map { "\(estilo.fuerte($0.0)) \($0.1)" }
        consola.escribir(parts.joined(separator: estilo.tenue("  ·  ")))
    }

    private func mostrarFallo(_ mensaje: String) {
        consola.escribir(estilo.mal("✗ \(mensaje.visible)"))
    }

    private func mostrarArbitros() async {
        await arbitros.cargar()
        if let mensaje = arbitros.mensaje { mostrarFallo(mensaje) }
        guard !arbitros.arbitros.isEmpty else { return }
        var tabla = Tabla("Nº", "Árbitro", "Correo")
        for arbitro in arbitros.arbitros {
            tabla.anadir("\(arbitro.id)", arbitro.name, arbitro.email)
        }
        consola.escribir(tabla.lineas(columnas: consola.columnas, estilo: estilo))
    }
}

extension Portada {
    /// Asks for a title and a text, then for a yes; a failure may be tried again.
    private func escribirCronica() async {
        guard let titulo = consola.preguntar("título ›"), let texto = leerTexto() else { return }
        let modelo = CronicaModelo(
            cronica: Cronica(titulo: titulo, texto: texto),
            repositorio: cronicas
        )
        guard modelo.puedePublicar else {
            consola.escribir(estilo.aviso("Una crónica necesita título y texto."))
            return
        }
        while confirma(modelo.mensaje == nil ? "¿Publicar? (s/n) ›" : "¿Reintentar? (s/n) ›") {
            await modelo.publicar()
            if let numero = modelo.publicada?.numero {
                consola.escribir(estilo.bien("✓ Crónica publicada con el número \(numero)"))
                return
            }
            mostrarFallo(modelo.mensaje ?? "Algo salió mal")
        }
        consola.escribir(estilo.tenue("No se ha publicado."))
    }

    /// Lines up to one that is empty.
    private func leerTexto() -> String? {
        consola.escribir(estilo.tenue("Escribe el texto; una línea vacía lo termina."))
        var lines: [String] = []
        while let line = consola.preguntar("…"), !line.isEmpty { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    private func confirma(_ aviso: String) -> Bool {
        guard let answer = consola.preguntar(aviso)?.lowercased() else { return false }
        return ["s", "si", "sí"].contains(answer)
    }

    private func mostrarEjercicios() async {
        let tarea = TareaNuevaDTO(userId: 1, title: "Comprar pan", completed: false)
        let comentario = ComentarioNuevoDTO(
            postId: 1,
            name: "Ana",
            email: "ana@example.com",
            body: "¡Qué final!"
        )
        do {
            consola.escribir(try await ejercicios.crearTarea(tarea))
            consola.escribir(try await ejercicios.crearComentario(comentario))
            consola.escribir(try await ejercicios.crearComentario(comentario, en: "comentarios"))
        } catch {
            mostrarFallo(ErrorDeRed.mensaje(de: error))
        }
    }
}
