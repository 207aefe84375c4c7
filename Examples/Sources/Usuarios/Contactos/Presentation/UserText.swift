import Foundation

/// A column of the table of contacts, as the Mac and a terminal show it.
public enum UserColumn: Sendable, CaseIterable {
    case nombre, correo, telefono, alta, activo

    public var title: String {
        switch self {
        case .nombre: "Nombre"
        case .correo: "Correo"
        case .telefono: "Teléfono"
        case .alta: "Alta"
        case .activo: "Activo"
        }
    }

    public func text(of user: User) -> String {
        switch self {
        case .nombre: user.fullName
        case .correo: user.contactInfo.email
        case .telefono: user.contactInfo.phone ?? "–"
        case .alta: user.registeredAt.formatted(.iso8601.year().month().day())
        case .activo: user.isActive ? "Sí" : "No"
        }
    }
}

extension User {
    /// The one line of a watch: a symbol that tells who is active, and the name.
    public var compactRow: (symbol: String, text: String) {
        (isActive ? "person.fill" : "person", fullName)
    }

    /// The lines of a row on a telephone, the most important first; only what is known.
    public var rowLines: [String] {
        [fullName, contactInfo.email] + [contactInfo.phone].compactMap(\.self)
    }
}
