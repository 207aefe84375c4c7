import Foundation
import VencejoJSON

/// The page of posts, read by what the plugin writes.
struct ReadablePage: Codable, Equatable, JSONReadable {
    struct Comment: Codable, Equatable, JSONReadable {
        var id, postID: Int
        var name, email, body: String
        var likes: Int
        var createdAt: String
        enum CodingKeys: String, CodingKey {
            case id, name, email, body, likes
            case postID = "post_id"
            case createdAt = "created_at"
        }
    }

    struct Post: Codable, Equatable, JSONReadable {
        var id, userID: Int
        var title, body: String
        var isPublished: Bool
        var publishedAt: String
        var tags: [String]
        var comments: [Comment]
        enum CodingKeys: String, CodingKey {
            case id, title, body, tags, comments
            case userID = "user_id"
            case isPublished = "is_published"
            case publishedAt = "published_at"
        }
    }

    var totalCount: Int
    var posts: [Post]
    enum CodingKeys: String, CodingKey {
        case posts
        case totalCount = "total_count"
    }
}

/// The same for a coder that converts names and reads dates.
struct ReadableSnakePage: Codable, Equatable, JSONReadable {
    struct Comment: Codable, Equatable, JSONReadable {
        var id, postId: Int
        var name, email, body: String
        var likes: Int
        var createdAt: Date
    }

    struct Post: Codable, Equatable, JSONReadable {
        var id, userId: Int
        var title, body: String
        var isPublished: Bool
        var publishedAt: Date
        var tags: [String]
        var comments: [Comment]
    }

    var totalCount: Int
    var posts: [Post]
}

/// The map.
struct ReadableMap: Codable, Equatable, JSONReadable {
    struct Geometry: Codable, Equatable, JSONReadable {
        var type: String
        var coordinates: [[[Double]]]
    }

    struct Feature: Codable, Equatable, JSONReadable {
        var type: String
        var properties: [String: String]
        var geometry: Geometry
    }

    var type: String
    var features: [Feature]
}

/// The search, with a class that reads itself by hand.
struct ReadableStatuses: Codable, Equatable, JSONReadable {
    struct Account: Codable, Equatable, JSONReadable {
        var id: Int
        var name, screenName, location, about: String
        var followers, friends, statuses: Int
        var isVerified: Bool
        var picture, createdAt: String
        enum CodingKeys: String, CodingKey {
            case id, name, location
            case screenName = "screen_name"
            case about = "description"
            case followers = "followers_count"
            case friends = "friends_count"
            case statuses = "statuses_count"
            case isVerified = "verified"
            case picture = "profile_image_url_https"
            case createdAt = "created_at"
        }
    }

    struct Hashtag: Codable, Equatable, JSONReadable {
        var text: String
        var indices: [Int]
    }

    struct Entities: Codable, Equatable, JSONReadable { var hashtags: [Hashtag] }

    final class Status: Codable, Equatable, JSONReadable {
        let id: Int
        let text, createdAt, source: String
        let user: Account
        let replyTo: Int?
        let retweeted: Status?
        let retweets, favorites: Int
        let entities: Entities
        let lang: String
        enum CodingKeys: String, CodingKey {
            case id, text, source, user, entities, lang
            case createdAt = "created_at"
            case replyTo = "in_reply_to_status_id"
            case retweeted = "retweeted_status"
            case retweets = "retweet_count"
            case favorites = "favorite_count"
        }

        init(json: JSONReader<CodingKeys>) throws {
            id = try json.read(.id)
            text = try json.read(.text)
            createdAt = try json.read(.createdAt)
            source = try json.read(.source)
            user = try json.read(.user)
            replyTo = try json.readIfPresent(.replyTo)
            retweeted = try json.readIfPresent(.retweeted)
            retweets = try json.read(.retweets)
            favorites = try json.read(.favorites)
            entities = try json.read(.entities)
            lang = try json.read(.lang)
        }

        static func == (left: Status, right: Status) -> Bool {
            left.id == right.id && left.text == right.text && left.user == right.user
                && left.createdAt == right.createdAt && left.source == right.source
                && left.replyTo == right.replyTo && left.retweeted == right.retweeted
                && left.retweets == right.retweets && left.favorites == right.favorites
                && left.entities == right.entities && left.lang == right.lang
        }
    }

    var statuses: [Status]
}
