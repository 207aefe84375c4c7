public import Foundation

/// Somebody to be reached, with the ways to do so.
public struct User: Codable, Sendable, Hashable, Identifiable {
    public let id: Int
    public let fullName: String
    public let isActive: Bool
    public let registeredAt: Date
    public let contactInfo: ContactInfo

    /// How somebody is reached; not everybody has a telephone.
    public struct ContactInfo: Codable, Sendable, Hashable {
        public let email: String
        public let phone: String?

        public init(email: String, phone: String? = nil) {
            self.email = email
            self.phone = phone
        }
    }

    public init(
        id: Int,
        fullName: String,
        isActive: Bool,
        registeredAt: Date,
        contactInfo: ContactInfo
    ) {
        self.id = id
        self.fullName = fullName
        self.isActive = isActive
        self.registeredAt = registeredAt
        self.contactInfo = contactInfo
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case fullName = "full_name"
        case isActive = "is_active"
        case registeredAt = "registered_at"
        case contactInfo = "contact_info"
    }
}

extension User {
    /// The lesson's sample, for previews and tests: 20 November 2025, 10:30 UTC.
    public static let ada = User(
        id: 402,
        fullName: "Ada Lovelace",
        isActive: true,
        registeredAt: Date(timeIntervalSince1970: 1_763_634_600),
        contactInfo: ContactInfo(email: "ada@history.com")
    )
}
