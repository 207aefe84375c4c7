/// One page of the directory, as the service gives it.
public struct UserPage: Decodable, Sendable, Hashable {
    public let data: [DirectoryUser]
    public var page: Int?
    public var totalPages: Int?
}

/// Somebody in the directory; snake case in JSON, read by key strategy.
public struct DirectoryUser: Codable, Sendable, Hashable, Identifiable {
    public let id: Int
    public let email: String
    public let firstName: String
    public let lastName: String
    public let avatar: String

    public init(id: Int, email: String, firstName: String, lastName: String, avatar: String) {
        self.id = id
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
        self.avatar = avatar
    }

    public var fullName: String { "\(firstName) \(lastName)" }
}

/// Somebody to be added.
public struct NewUser: Codable, Sendable, Hashable {
    public var firstName: String
    public var lastName: String

    public init(firstName: String, lastName: String) {
        self.firstName = firstName
        self.lastName = lastName
    }
}
