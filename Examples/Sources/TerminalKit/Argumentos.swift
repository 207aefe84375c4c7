/// What a front was started with.
public enum Argumentos: Sendable, Hashable {
    /// Against the service that the program brings along.
    case propio
    case servidor(String)
    case ayuda
    case desconocido(String)

    public init(_ arguments: some Sequence<String>) {
        let given = Array(arguments)
        self =
            switch (given.first, given.count) {
            case (nil, _): .propio
            case ("-h", _), ("--help", _), ("--ayuda", _): .ayuda
            case (let first?, 1) where !first.hasPrefix("-"): .servidor(Self.direccion(first))
            default: .desconocido(given.joined(separator: " "))
            }
    }

    /// `:3000` and `localhost:3000` are enough.
    private static func direccion(_ text: String) -> String {
        if text.hasPrefix(":") { return "http://localhost" + text }
        if text.hasPrefix("localhost") || text.hasPrefix("127.") { return "http://" + text }
        return text.contains("://") ? text : "https://" + text
    }
}
