import TerminalKit
import UsuariosTerminal
import Vencejo
import VencejoMockServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

let uso = """
    Uso: usuarios [DIRECCIÓN]

    Sin dirección arranca su propio servicio de prueba; con ella habla con el que se le diga,
    por ejemplo: usuarios :3000
    """

let consola = ConsolaDelSistema()

func empezar(_ servidor: String) async {
    await Portada(consola: consola, servidor: servidor).empezar()
}

switch Argumentos(CommandLine.arguments.dropFirst()) {
case .ayuda:
    print(uso)
case .desconocido(let texto):
    consola.escribir(consola.estilo.mal("No entiendo: \(texto.visible)"))
    print(uso)
    exit(2)
case .servidor(let direccion):
    await empezar(direccion)
case .propio:
    let server = try await MockServer.lessons()
    await empezar(server.url)
    await server.stop()
}
