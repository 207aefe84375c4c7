import Foundation
import VencejoJSON

/// The user, read by what the plugin writes.
struct ReadableUser: Codable, Equatable, JSONReadable {
    struct Geo: Codable, Equatable, JSONReadable { var lat, lng: Double }

    struct Address: Codable, Equatable, JSONReadable {
        var street: String
        var suite: String?
        var city: String
        var zipCode: String
        var geo: Geo
        enum CodingKeys: String, CodingKey {
            case street, suite, city, geo
            case zipCode = "zip_code"
        }
    }

    struct Company: Codable, Equatable, JSONReadable {
        var name: String
        var catchPhrase: String
        var employeeCount: Int
        enum CodingKeys: String, CodingKey {
            case name = "company_name"
            case catchPhrase = "catch_phrase"
            case employeeCount = "employee_count"
        }
    }

    struct Prefs: Codable, Equatable, JSONReadable {
        var theme, language: String
        var emailNotifications: Bool
        var itemsPerPage: Int
        enum CodingKeys: String, CodingKey {
            case theme, language
            case emailNotifications = "email_notifications"
            case itemsPerPage = "items_per_page"
        }
    }

    var id: Int
    var username, fullName, email, phone, role: String
    var isActive, isVerified: Bool
    var level: Int
    var score: Double
    var loginCount: Int
    var createdAt, updatedAt: String
    var lastLoginAt, avatarURL, bio: String?
    var address: Address
    var company: Company
    var prefs: Prefs
    var tags: [String]

    enum CodingKeys: String, CodingKey {
        case id, username, email, phone, role, level, score, bio, address, company, prefs, tags
        case fullName = "full_name"
        case isActive = "is_active"
        case isVerified = "is_verified"
        case loginCount = "login_count"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case lastLoginAt = "last_login_at"
        case avatarURL = "avatar_url"
    }
}

/// The same for a coder that converts names and reads dates.
struct ReadableSnakeUser: Codable, Equatable, JSONReadable {
    struct Address: Codable, Equatable, JSONReadable {
        var street: String
        var suite: String?
        var city, zipCode: String
        var geo: ReadableUser.Geo
    }

    struct Company: Codable, Equatable, JSONReadable {
        var companyName, catchPhrase: String
        var employeeCount: Int
    }

    struct Prefs: Codable, Equatable, JSONReadable {
        var theme, language: String
        var emailNotifications: Bool
        var itemsPerPage: Int
    }

    var id: Int
    var username, fullName, email, phone, role: String
    var isActive, isVerified: Bool
    var level: Int
    var score: Double
    var loginCount: Int
    var createdAt, updatedAt: Date
    var lastLoginAt: Date?
    var avatarUrl, bio: String?
    var address: Address
    var company: Company
    var prefs: Prefs
    var tags: [String]
}
