public import Foundation

/// A user of the library; the service spells some of the names otherwise.
public struct Usuario: Codable, Sendable, Hashable, Identifiable {
    public let id: Int
    public var nombre: String
    public var email: String
    public var fechaRegistro: Date
    public var esActivo: Bool

    public init(id: Int, nombre: String, email: String, fechaRegistro: Date, esActivo: Bool) {
        self.id = id
        self.nombre = nombre
        self.email = email
        self.fechaRegistro = fechaRegistro
        self.esActivo = esActivo
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case nombre = "fullName"
        case email
        case fechaRegistro = "registeredAt"
        case esActivo = "isActive"
    }
}

/// A user to be created: all but the number, which the service gives.
public struct UsuarioNuevo: Codable, Sendable, Hashable {
    public var nombre: String
    public var email: String
    public var fechaRegistro: Date
    public var esActivo: Bool

    public init(nombre: String, email: String, fechaRegistro: Date, esActivo: Bool = true) {
        self.nombre = nombre
        self.email = email
        self.fechaRegistro = fechaRegistro
        self.esActivo = esActivo
    }

    private enum CodingKeys: String, CodingKey {
        case nombre = "fullName"
        case email
        case fechaRegistro = "registeredAt"
        case esActivo = "isActive"
    }
}

/// What of a user is changed; what is `nil` stays as it is.
public struct CambiosDeUsuario: Encodable, Sendable, Hashable {
    public var nombre: String?
    public var email: String?
    public var esActivo: Bool?

    public init(nombre: String? = nil, email: String? = nil, esActivo: Bool? = nil) {
        self.nombre = nombre
        self.email = email
        self.esActivo = esActivo
    }

    private enum CodingKeys: String, CodingKey {
        case nombre = "fullName"
        case email
        case esActivo = "isActive"
    }
}
