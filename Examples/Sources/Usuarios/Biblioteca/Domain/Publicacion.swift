public import Foundation

/// What a user published.
public struct Publicacion: Codable, Sendable, Hashable, Identifiable {
    public let id: Int
    public var titulo: String
    public var contenido: String
    public var autorId: Int
    public var fechaPublicacion: Date

    public init(
        id: Int,
        titulo: String,
        contenido: String,
        autorId: Int,
        fechaPublicacion: Date
    ) {
        self.id = id
        self.titulo = titulo
        self.contenido = contenido
        self.autorId = autorId
        self.fechaPublicacion = fechaPublicacion
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case titulo = "title"
        case contenido = "body"
        case autorId = "userId"
        case fechaPublicacion = "publishedAt"
    }
}
