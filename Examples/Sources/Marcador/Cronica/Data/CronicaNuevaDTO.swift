/// A chronicle on its way to the service.
public struct CronicaNuevaDTO: Codable, Sendable, Hashable {
    public let userId: Int
    public let title: String
    public let body: String

    public init(userId: Int, title: String, body: String) {
        self.userId = userId
        self.title = title
        self.body = body
    }

    public init(_ cronica: Cronica) {
        self.init(userId: cronica.autor, title: cronica.titulo, body: cronica.texto)
    }
}

/// A chronicle as the service took it.
public struct CronicaPublicadaDTO: Codable, Sendable, Hashable {
    public let id: Int
    public let title: String

    public init(id: Int, title: String) {
        self.id = id
        self.title = title
    }
}
