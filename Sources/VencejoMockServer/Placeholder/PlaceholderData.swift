import VencejoJSON

/// The six resources of JSONPlaceholder with texts of our own, the same on every run.
enum PlaceholderData: Sendable {
    static let database: JSONValue = [
        "posts": posts, "comments": comments, "albums": albums, "photos": photos,
        "users": People.users, "todos": todos,
    ]

    private static let completedOfUsers1And2: Set<Int> = [
        4, 8, 10, 11, 12, 14, 15, 16, 17, 19, 20, 22, 25, 26, 27, 30, 35, 36, 40,
    ]
    private static let completedInAll = 90

    private static var posts: JSONValue {
        var prose = Prose(seed: 1)
        return items(100) { id in
            [
                "userId": .number((id - 1) / 10 + 1), "id": .number(id),
                "title": .string(prose.line(12...66)), "body": .string(prose.lines(4, 26...44)),
            ]
        }
    }

    private static var comments: JSONValue {
        var prose = Prose(seed: 2)
        return items(500) { id in
            [
                "postId": .number((id - 1) / 5 + 1), "id": .number(id),
                "name": .string(prose.line(10...68)),
                "email": .string("\(prose.word()).\(prose.word())@example.\(domain(id))"),
                "body": .string(prose.lines(prose.number(3...4), 27...54)),
            ]
        }
    }

    private static var albums: JSONValue {
        var prose = Prose(seed: 3)
        return items(100) { id in
            [
                "userId": .number((id - 1) / 10 + 1), "id": .number(id),
                "title": .string(prose.line(10...60)),
            ]
        }
    }

    private static var photos: JSONValue {
        var prose = Prose(seed: 4)
        return items(5000) { id in
            let colour = String(prose.number(0x100...0xFF_FFFF), radix: 16)
            return [
                "albumId": .number((id - 1) / 50 + 1), "id": .number(id),
                "title": .string(prose.line(10...70)),
                "url": .string("https://images.example.com/600/\(colour)"),
                "thumbnailUrl": .string("https://images.example.com/150/\(colour)"),
            ]
        }
    }

    private static var todos: JSONValue {
        var prose = Prose(seed: 5)
        let completed = completedTodos
        return items(200) { id in
            [
                "userId": .number((id - 1) / 20 + 1), "id": .number(id),
                "title": .string(prose.line(10...60)), "completed": .bool(completed.contains(id)),
            ]
        }
    }

    private static var completedTodos: Set<Int> {
        var generator = SplitMix(seed: 6)
        var completed = completedOfUsers1And2.union([199])
        while completed.count < completedInAll {
            completed.insert(generator.pick(41...199))
        }
        return completed
    }

    private static func domain(_ id: Int) -> String {
        ["com", "org", "net"][id % 3]
    }

    private static func items(_ count: Int, _ make: (Int) -> JSONValue) -> JSONValue {
        .array((1...count).map(make))
    }
}
