/// The story of a match, as somebody writes it.
public struct Cronica: Sendable, Hashable {
    public var autor: Int
    public var titulo: String
    public var texto: String
    /// The number that the service gave it; `nil` until it is published.
    public var numero: Int?

    public init(autor: Int = 1, titulo: String, texto: String, numero: Int? = nil) {
        self.autor = autor
        self.titulo = titulo
        self.texto = texto
        self.numero = numero
    }

    /// Whether there is something to publish.
    public var estaCompleta: Bool {
        [titulo, texto].allSatisfy { text in text.contains { !$0.isWhitespace } }
    }
}
