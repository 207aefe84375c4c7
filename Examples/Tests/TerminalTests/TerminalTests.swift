import Marcador
import MarcadorTerminal
import TerminalKit
import Testing
import Usuarios
import UsuariosTerminal
import Vencejo
import VencejoMockServer

/// A terminal whose person is a list of lines.
@MainActor
private final class Guion: Consola {
    let columnas: Int
    let estilo: Estilo
    private var lineas: ArraySlice<String>
    private(set) var escrito: [String] = []

    init(_ lineas: String..., columnas: Int = 80, conColor: Bool = false) {
        self.lineas = lineas[...]
        self.columnas = columnas
        estilo = Estilo(conColor: conColor)
    }

    func leer(_ aviso: String) -> String? { lineas.popFirst() }
    func escribir(_ linea: String) { escrito.append(linea) }

    func dice(_ text: String) -> Bool { escrito.contains { $0.contains(text) } }
}

@MainActor
@Suite struct TerminalTests {
    private static func usuarios(_ guion: Guion) async throws {
        let server = try await MockServer.lessons()
        await UsuariosTerminal.Portada(consola: guion, servidor: server.url).empezar()
        await server.stop()
    }

    private static func marcador(_ guion: Guion) async throws {
        let server = try await MockServer.lessons()
        let api = APIClient(baseURL: server.url)
        await MarcadorTerminal.Portada(consola: guion, api: api).empezar()
        await server.stop()
    }

    @Test func `the directory is listed, turned, searched and left`() async throws {
        let guion = Guion("n", "n", "7", "p", "s kern", "s", "", "c", "x", "q", "r")
        try await Self.usuarios(guion)
        for text in [
            "Marina Solvedo", "Página 2 de 2", "Es la última página.", "aurelia.montvert",
            "buscando «kern»", "Ada Lovelace", "2025-11-20", "No conozco «x»", "Hasta pronto.",
        ] {
            #expect(guion.dice(text), "\(text)")
        }
    }

    @Test func `somebody's detail lists what they published`() async throws {
        let guion = Guion("1", "99")
        try await Self.usuarios(guion)
        #expect(guion.dice("2025-01-10") && guion.dice("No hay nadie con el número 99"))
    }

    @Test func `a service that is not there is told, and the end of input is a farewell`() async {
        let guion = Guion("r")
        await UsuariosTerminal.Portada(consola: guion, servidor: "http://127.0.0.1:1").empezar()
        #expect(guion.dice("✗ No hay conexión") && guion.dice("Hasta pronto."))
    }

    @Test func `referees are listed and a chronicle is published`() async throws {
        let guion = Guion("a", "c", "Final", "Tres a dos.", "", "s", "e", "q")
        try await Self.marcador(guion)
        for text in [
            "Marina Solvedo", "publicada con el número 101", "POST código: 201",
            "Comentario creado: 501", "Fallo: el servidor respondió 404", "Hasta pronto.",
        ] {
            #expect(guion.dice(text), "\(text)")
        }
    }

    @Test func `an empty chronicle or a no publishes nothing`() async throws {
        let guion = Guion("c", "", "", "c", "Final", "Texto", "", "n")
        try await Self.marcador(guion)
        #expect(guion.dice("necesita título y texto") && guion.dice("No se ha publicado."))
        #expect(!guion.dice("101"))
    }

    @Test func `columns are aligned and never wider than the terminal`() {
        var tabla = Tabla("Nº", "Nombre")
        tabla.anadir("1", "Ñandú 東京")
        tabla.anadir("100", String(repeating: "largo ", count: 20))
        let lines = tabla.lineas(columnas: 30, estilo: Estilo(conColor: false))
        #expect(lines.allSatisfy { $0.ancho <= 30 })
        #expect(lines[2] == "1    Ñandú 東京" && lines[3].hasSuffix("…"))
    }

    @Test func `what a server sends does not steer the terminal`() {
        #expect("a\u{1B}[31mb\nc\u{202E}d".visible == "a [31mb cd")
    }

    @Test func `colours are written only where they are wanted`() {
        #expect(Estilo(conColor: false).mal("x") == "x")
        #expect(Estilo(conColor: true).mal("x") == "\u{1B}[31mx\u{1B}[0m")
    }

    @Test func `an address may be short`() {
        #expect(Argumentos([]) == .propio)
        #expect(Argumentos([":3000"]) == .servidor("http://localhost:3000"))
        #expect(Argumentos(["api.example.com"]) == .servidor("https://api.example.com"))
        #expect(Argumentos(["--ayuda"]) == .ayuda && Argumentos(["-x"]) == .desconocido("-x"))
    }
}
