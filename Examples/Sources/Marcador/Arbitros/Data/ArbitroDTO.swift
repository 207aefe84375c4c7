/// A referee, as the service gives it.
public struct ArbitroDTO: Codable, Sendable, Hashable, Identifiable {
    public let id: Int
    public let name: String
    public let email: String

    public init(id: Int, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}
