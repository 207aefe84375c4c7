import Foundation

/// A page of posts with their comments: keys spelt out, dates left as text.
struct KeyedPage: Codable, Equatable {
    struct Comment: Codable, Equatable {
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

    struct Post: Codable, Equatable {
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

/// The same page for a coder that converts names and reads dates.
struct SnakePage: Codable, Equatable {
    struct Comment: Codable, Equatable {
        var id, postId: Int
        var name, email, body: String
        var likes: Int
        var createdAt: Date
    }

    struct Post: Codable, Equatable {
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

/// Outlines on a map: numbers and little else.
struct GeoMap: Codable, Equatable {
    struct Geometry: Codable, Equatable {
        var type: String
        var coordinates: [[[Double]]]
    }

    struct Feature: Codable, Equatable {
        var type: String
        var properties: [String: String]
        var geometry: Geometry
    }

    var type: String
    var features: [Feature]
}

/// A search of a microblog: what an app reads of it.
struct KeyedStatuses: Codable, Equatable {
    struct Account: Codable, Equatable {
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

    struct Hashtag: Codable, Equatable {
        var text: String
        var indices: [Int]
    }

    struct Entities: Codable, Equatable { var hashtags: [Hashtag] }

    final class Status: Codable, Equatable {
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
