/// The models of the lessons that the demo decodes.
enum Demo {
    struct User: Codable, Sendable {
        let id: Int
        let name: String
        let email: String
    }

    struct Post: Codable, Sendable {
        let userId: Int?
        let id: Int
        let title: String?
    }

    struct NewUser: Codable, Sendable {
        let name: String
        let email: String
    }

    struct NewPost: Codable, Sendable {
        let userId: Int
        let title: String
        let body: String
    }

    struct NewTodo: Codable, Sendable {
        let userId: Int
        let title: String
        let completed: Bool
    }

    struct Todo: Codable, Sendable {
        let userId: Int
        let id: Int
        let title: String
        let completed: Bool
    }

    struct NewComment: Codable, Sendable {
        let postId: Int
        let name: String
        let email: String
        let body: String
    }

    struct Identified: Codable, Sendable {
        let id: Int
    }

    struct Secret: Codable, Sendable {
        let message: String
    }

    /// Lesson C: a nested, partly missing contact.
    struct Contact: Codable, Sendable {
        struct Info: Codable, Sendable {
            let email: String
            let phone: String?
        }

        let id: Int
        let fullName: String
        let isActive: Bool
        let contactInfo: Info
    }
}
