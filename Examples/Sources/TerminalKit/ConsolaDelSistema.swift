#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal, or the pipe, that the program was started in.
public struct ConsolaDelSistema: Consola, Sendable {
    public let columnas: Int
    public let estilo: Estilo
    private let preguntaVisible: Bool

    /// Looks at the environment: colours only on a terminal, and never with `NO_COLOR`.
    public init() {
        let onScreen = isatty(STDOUT_FILENO) == 1
        let refused = Self.variable("NO_COLOR").map { !$0.isEmpty } ?? false
        let plain = refused || Self.variable("TERM") == "dumb"
        estilo = Estilo(conColor: onScreen && !plain)
        preguntaVisible = onScreen && isatty(STDIN_FILENO) == 1
        columnas = max(40, Self.width(onScreen: onScreen))
    }

    public func leer(_ aviso: String) -> String? {
        if preguntaVisible {
            print(estilo.titulo(aviso), terminator: " ")
            fflush(nil)
        }
        return readLine()
    }

    public func escribir(_ linea: String) {
        print(linea)
    }

    private static func width(onScreen: Bool) -> Int {
        if let told = variable("COLUMNS").flatMap({ Int($0) }) { return told }
        var size = winsize()
        guard onScreen, unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_col > 0
        else { return 100 }
        return Int(size.ws_col)
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
