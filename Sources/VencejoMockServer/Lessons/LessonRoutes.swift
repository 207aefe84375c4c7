import VencejoHTTP
import VencejoJSON

/// The routes of the lessons that JSONPlaceholder does not have.
enum LessonRoutes: Sendable {
    static var all: [Route] {
        people + LessonPages.routes + LessonGuards.routes
    }

    private static var people: [Route] {
        [
            Route(.get, "library/users", respond: .json(.array(libraryUsers))),
            Route(.get, "library/users/{id}") { request in
                item(request, of: libraryUsers)
            },
            Route(.get, "library/users/{id}/posts") { request in
                .json(.array(libraryPosts(of: Int(request.parameters["id"] ?? "") ?? 0)))
            },
            Route(.get, "contacts", respond: .json(.array(contacts))),
            Route(.get, "contacts/{id}") { request in
                item(request, of: contacts)
            },
        ]
    }

    private static func item(_ request: RecordedRequest, of items: [JSONValue]) -> MockResponse {
        let id = Int(request.parameters["id"] ?? "")
        return items.first { $0["id"]?.intValue == id }.map { .json($0) } ?? .notFound
    }

    /// Lesson A: names that differ from the models', and dates of ISO 8601.
    private static var libraryUsers: [JSONValue] {
        (People.users.arrayValue ?? []).enumerated().map { index, user in
            [
                "id": user["id"] ?? .null, "fullName": user["name"] ?? .null,
                "email": user["email"] ?? .null,
                "registeredAt": .string("2024-0\(index % 9 + 1)-15T08:30:00Z"),
                "isActive": .bool(index % 3 != 2),
            ]
        }
    }

    private static func libraryPosts(of user: Int) -> [JSONValue] {
        (PlaceholderData.database["posts"]?.arrayValue ?? [])
            .filter { $0["userId"]?.intValue == user }
            .enumerated().map { index, post in
                [
                    "id": post["id"] ?? .null, "title": post["title"] ?? .null,
                    "body": post["body"] ?? .null, "userId": post["userId"] ?? .null,
                    "publishedAt": .string("2025-01-\(index + 10)T12:00:00Z"),
                ]
            }
    }

    /// Lesson C: snake case, a nested object, a phone that is null or absent.
    private static var contacts: [JSONValue] {
        [
            contact(
                402,
                "Ada Lovelace",
                true,
                "2025-11-20T10:30:00Z",
                ["email": "ada@history.com", "phone": .null]
            ),
            contact(
                403,
                "Emmy Noether",
                true,
                "2025-10-02T09:00:00Z",
                ["email": "emmy@example.org", "phone": "+34 555 01 02"]
            ),
            contact(
                404,
                "Hypatia",
                false,
                "2025-09-14T18:45:00Z",
                ["email": "hypatia@example.org"]
            ),
        ]
    }

    private static func contact(
        _ id: Int,
        _ name: String,
        _ isActive: Bool,
        _ registered: String,
        _ info: JSONValue
    ) -> JSONValue {
        [
            "id": .number(id), "full_name": .string(name), "is_active": .bool(isActive),
            "registered_at": .string(registered), "contact_info": info,
        ]
    }
}
