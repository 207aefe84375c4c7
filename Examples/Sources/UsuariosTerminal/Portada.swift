import Foundation
import Pantalla
public import TerminalKit
public import Usuarios
import Vencejo

/// The front of Usuarios for a terminal: the directory, page by page, and the contacts.
@MainActor
public struct Portada {
    private let consola: any Consola
    private let directorio: DirectoryViewModel
    private let contactos: UsersViewModel
    private let biblioteca: any UsuariosRepositorio

    public init(
        consola: any Consola,
        directorio: DirectoryViewModel,
        contactos: UsersViewModel,
        biblioteca: any UsuariosRepositorio
    ) {
        self.consola = consola
        self.directorio = directorio
        self.contactos = contactos
        self.biblioteca = biblioteca
    }

    /// Everything over the service at an address.
    public init(consola: any Consola, servidor: String) {
        let casa = servidor.hasSuffix("/") ? String(servidor.dropLast()) : servidor
        let snake = APIClient(baseURL: casa, configure: { $0.useSnakeCase() })
        self.init(
            consola: consola,
            directorio: DirectoryViewModel(client: snake),
            contactos: UsersViewModel(
                service: NetworkUserService(api: APIClient(baseURL: casa))
            ),
            biblioteca: UsuariosRepositorioRed(api: APIClient(baseURL: casa + "/library"))
        )
    }

    private var estilo: Estilo { consola.estilo }

    /// Goes on until the person leaves or there are no more lines.
    public func empezar() async {
        consola.escribir(estilo.titulo("Usuarios"))
        await directorio.load()
        mostrarDirectorio()
        mostrarAyuda()
        while let orden = consola.preguntar("usuarios ›") {
            guard await obedecer(Orden(orden)) else { break }
        }
        consola.escribir(estilo.tenue("Hasta pronto."))
    }

    /// Does what was asked; `false` when it was to leave.
    private func obedecer(_ orden: Orden) async -> Bool {
        switch orden {
        case .salir: return false
        case .nada: break
        case .ayuda: mostrarAyuda()
        case .recargar: await mostrar { await directorio.load() }
        case .siguiente:
            await pasar(directorio.hasNextPage, "Es la última página.") {
                await directorio.nextPage()
            }
        case .anterior:
            await pasar(directorio.hasPreviousPage, "Es la primera página.") {
                await directorio.previousPage()
            }
        case .buscar(let texto): await buscar(texto)
        case .contactos: await mostrarContactos()
        case .detalle(let numero): await mostrarDetalle(numero)
        case .desconocida(let texto):
            consola.escribir(
                estilo.aviso("No conozco «\(texto.visible)». Escribe ? para ver qué hay.")
            )
        }
        return true
    }

    private func mostrar(_ carga: () async -> Void) async {
        await carga()
        mostrarDirectorio()
    }

    private func pasar(
        _ hay: Bool,
        _ aviso: String,
        _ carga: () async -> Void
    ) async {
        if hay { await mostrar(carga) } else { consola.escribir(estilo.aviso(aviso)) }
    }

    private func buscar(_ texto: String?) async {
        directorio.search = texto ?? consola.preguntar("buscar (vacío: todos) ›") ?? ""
        mostrarDirectorio()
    }
}

extension Portada {
    private func mostrarAyuda() {
        let keys = [
            ("número", "detalle"), ("n", "siguiente"), ("p", "anterior"), ("r", "recargar"),
            ("s", "buscar"), ("c", "contactos"), ("?", "ayuda"), ("q", "salir"),
        ]
        let parts = keys.map { "\(estilo.fuerte($0.0)) \($0.1)" }
        consola.escribir(parts.joined(separator: estilo.tenue("  ·  ")))
    }

    private func mostrarFallo(_ mensaje: String) {
        consola.escribir(estilo.mal("✗ \(mensaje.visible)") + estilo.tenue("  (r para reintentar)"))
    }

    private func mostrarDirectorio() {
        if let mensaje = directorio.errorMessage { mostrarFallo(mensaje) }
        guard let pagina = directorio.state.value else { return }
        let users = directorio.users
        if users.isEmpty {
            consola.escribir(estilo.aviso("Nadie por aquí."))
        } else {
            var tabla = Tabla("Nº", "Nombre", "Correo")
            for user in users { tabla.anadir("\(user.id)", user.fullName, user.email) }
            consola.escribir(tabla.lineas(columnas: consola.columnas, estilo: estilo))
        }
        let total = pagina.totalPages.map { " de \($0)" } ?? ""
        let filter = directorio.search.isEmpty ? "" : " · buscando «\(directorio.search.visible)»"
        consola.escribir(estilo.tenue("Página \(directorio.page)\(total)\(filter)"))
    }

    private func mostrarContactos() async {
        await contactos.load()
        if let mensaje = contactos.errorMessage { mostrarFallo(mensaje) }
        guard contactos.state.value != nil else { return }
        var tabla = Tabla(["Nº"] + UserColumn.allCases.map(\.title))
        for user in contactos.users {
            tabla.anadir(["\(user.id)"] + UserColumn.allCases.map { $0.text(of: user) })
        }
        consola.escribir(tabla.lineas(columnas: consola.columnas, estilo: estilo))
    }

    private func mostrarDetalle(_ numero: Int) async {
        guard let user = directorio.state.value?.data.first(where: { $0.id == numero }) else {
            consola.escribir(estilo.aviso("No hay nadie con el número \(numero) en esta página."))
            return
        }
        consola.escribir([
            estilo.titulo(user.fullName.visible),
            "Correo  \(user.email.visible)",
            "Retrato \(estilo.tenue(user.avatar.visible))",
        ])
        do {
            mostrarPublicaciones(try await biblioteca.publicaciones(de: numero))
        } catch {
            mostrarFallo(error.mensaje)
        }
    }

    private func mostrarPublicaciones(_ publicaciones: [Publicacion]) {
        guard !publicaciones.isEmpty else {
            consola.escribir(estilo.tenue("Aún no ha publicado nada."))
            return
        }
        var tabla = Tabla("Fecha", "Publicación")
        for publicacion in publicaciones {
            tabla.anadir(fecha(publicacion.fechaPublicacion), publicacion.titulo)
        }
        consola.escribir(tabla.lineas(columnas: consola.columnas, estilo: estilo))
    }

    private func fecha(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}
