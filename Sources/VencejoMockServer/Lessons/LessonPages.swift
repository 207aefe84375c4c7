import VencejoHTTP
import VencejoJSON

/// Lists in pages: by number, by offset, by an opaque cursor, by a link in the body.
enum LessonPages: Sendable {
    private static let itemCount = 95
    private static let largestPage = 100
    private static let catalogPages = 3

    static var routes: [Route] {
        [
            Route(.get, "api/users") { pagedUsers($0) },
            Route(.get, "api/users/{id}") { request in
                let id = Int(request.parameters["id"] ?? "") ?? 0
                guard (1...users.count).contains(id) else { return .notFound }
                return .json(["data": users[id - 1]])
            },
            Route(.get, "items") { items($0) },
            Route(.get, "catalog") { catalog($0) },
        ]
    }

    /// Lesson B: twelve users, six to a page.
    private static func pagedUsers(_ request: RecordedRequest) -> MockResponse {
        let page = number(request, "page", 1, 1...1000)
        let size = number(request, "per_page", 6, 1...largestPage)
        let start = (page - 1) * size
        return .json([
            "page": .number(page), "per_page": .number(size), "total": .number(users.count),
            "total_pages": .number((users.count + size - 1) / size),
            "data": .array(Array(users.dropFirst(start).prefix(size))),
        ])
    }

    private static var users: [JSONValue] {
        let names = [
            ("Marina", "Solvedo"), ("Tobias", "Kernwald"), ("Ines", "Arrubal"),
            ("Dorian", "Pell"), ("Noemi", "Castrel"), ("Henrik", "Ovesund"),
            ("Aurelia", "Montvert"), ("Samir", "Haddouk"), ("Leocadia", "Brun"),
            ("Casper", "Wintle"), ("Yara", "Quindel"), ("Oton", "Mirasol"),
        ]
        return names.enumerated().map { index, name in
            [
                "id": .number(index + 1),
                "email": .string("\(name.0.lowercased()).\(name.1.lowercased())@example.com"),
                "first_name": .string(name.0), "last_name": .string(name.1),
                "avatar": .string("https://images.example.com/faces/\(index + 1).jpg"),
            ]
        }
    }

    /// Lesson A: ninety-five items in the three usual forms.
    private static func items(_ request: RecordedRequest) -> MockResponse {
        if request.query("cursor") != nil { return itemsByCursor(request) }
        if request.query("page") != nil || request.query("size") != nil {
            let page = number(request, "page", 1, 1...1000)
            let size = number(request, "size", 20, 1...largestPage)
            return .json([
                "items": .array(items(from: (page - 1) * size, size)), "page": .number(page),
                "size": .number(size), "total": .number(itemCount),
                "pages": .number((itemCount + size - 1) / size),
            ])
        }
        let offset = number(request, "offset", 0, 0...1_000_000)
        let limit = number(request, "limit", 20, 1...largestPage)
        return .json([
            "items": .array(items(from: offset, limit)), "offset": .number(offset),
            "limit": .number(limit), "total": .number(itemCount),
        ])
    }

    /// An empty cursor begins; `nextCursor` is null at the end.
    private static func itemsByCursor(_ request: RecordedRequest) -> MockResponse {
        let limit = number(request, "limit", 20, 1...largestPage)
        let cursor = request.query("cursor") ?? ""
        guard let start = cursor.isEmpty ? 0 : position(of: cursor) else {
            return .json(
                [
                    "code": "cursor.unknown", "message": "The cursor is not one of ours",
                    "details": [:],
                ],
                status: .badRequest
            )
        }
        let next = start + limit
        return .json([
            "items": .array(items(from: start, limit)),
            "nextCursor": next < itemCount ? .string(token(for: next)) : .null,
        ])
    }

    private static func token(for position: Int) -> String {
        "c" + String(position * 7919 + 104_729, radix: 36)
    }

    private static func position(of token: String) -> Int? {
        guard token.hasPrefix("c"), let value = Int(token.dropFirst(), radix: 36) else {
            return nil
        }
        let (rest, overflow) = value.subtractingReportingOverflow(104_729)
        guard !overflow, rest % 7919 == 0, (0..<itemCount).contains(rest / 7919) else { return nil }
        return rest / 7919
    }

    private static func items(from start: Int, _ count: Int) -> [JSONValue] {
        guard start < itemCount else { return [] }
        return (start..<min(itemCount, start + count)).map { index in
            ["id": .number(index + 1), "name": .string("Item \(index + 1)")]
        }
    }

    /// Lesson A: the answer says where the next one is.
    private static func catalog(_ request: RecordedRequest) -> MockResponse {
        let page = number(request, "page", 1, 1...1000)
        let size = 10
        let isLast = page >= catalogPages
        let content: JSONValue = [
            "items": .array(page > catalogPages ? [] : items(from: (page - 1) * size, size)),
            "next": isLast ? .null : .string("/catalog?page=\(page + 1)"),
        ]
        var response = MockResponse.json(content)
        response.headers[.etag] = Validators.weakTag(of: response.body)
        response.headers[.cacheControl] = "max-age=60"
        return response
    }

    private static func number(
        _ request: RecordedRequest,
        _ name: String,
        _ usual: Int,
        _ range: ClosedRange<Int>
    ) -> Int {
        let value = request.query(name).flatMap { Int($0) } ?? usual
        return min(max(value, range.lowerBound), range.upperBound)
    }
}
