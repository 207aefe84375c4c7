import VencejoHTTP
import VencejoJSON

/// Routes that ask for credentials, refuse, redirect or answer what does not decode.
enum LessonGuards: Sendable {
    static var routes: [Route] {
        secure + broken + [
            Route(.post, "validation", respond: .status(.unprocessableContent, json: invalid)),
            Route(nil, "redirect/{status}") { redirect($0) },
            Route(nil, "redirect/{status}/*") { redirect($0) },
            Route(nil, "status/{status}") { request in
                status(request).map { .status($0, json: [:]) } ?? .notFound
            },
        ]
    }

    private static var secure: [Route] {
        [
            Route(nil, "secure/bearer") { request in
                request.headers[.authorization] == "Bearer lesson-token"
                    ? welcome : refusal("Send Authorization: Bearer lesson-token", "Bearer")
            },
            Route(nil, "secure/basic") { request in
                request.headers[.authorization] == "Basic bGVzc29uOnNlY3JldA=="
                    ? welcome
                    : refusal("Send the name lesson and the password secret", "Basic")
            },
            Route(nil, "secure/header-key") { request in
                request.headers["X-API-Key"] == "lesson-key"
                    ? welcome : refusal("Send X-API-Key: lesson-key", "ApiKey")
            },
            Route(nil, "secure/query-key") { request in
                request.query("api_key") == "lesson-key"
                    ? welcome : refusal("Send ?api_key=lesson-key", "ApiKey")
            },
        ]
    }

    private static var welcome: MockResponse {
        .json(["message": "Welcome to the lesson", "authenticated": true])
    }

    private static func refusal(_ hint: String, _ scheme: String) -> MockResponse {
        MockResponse.status(
            .unauthorized,
            json: [
                "code": "auth.required", "message": "The request carries no valid credentials",
                "details": ["hint": .string(hint)],
            ]
        ).header(.wwwAuthenticate, "\(scheme) realm=\"lessons\"")
    }

    private static var invalid: JSONValue {
        [
            "code": "validation.failed", "message": "The content is not valid",
            "details": ["title": "must not be empty", "userId": "must be a known user"],
        ]
    }

    /// One user for each way in which decoding fails.
    private static var broken: [Route] {
        let user = People.users[0] ?? [:]
        var wrongType = user
        wrongType["id"] = "one"
        var missing = user
        missing["email"] = nil
        var null = user
        null["name"] = .null
        let whole = JSONText.pretty(user)
        return [
            Route(.get, "broken/users", respond: .json([user, wrongType])),
            Route(.get, "broken/users/1", respond: .json(wrongType)),
            Route(.get, "broken/users/2", respond: .json(missing)),
            Route(.get, "broken/users/3", respond: .json(null)),
            Route(
                .get,
                "broken/users/4",
                respond: .json(bytes: Array(whole.prefix(whole.count / 2)))
            ),
        ]
    }

    private static func status(_ request: RecordedRequest) -> HTTPStatus? {
        guard let code = Int(request.parameters["status"] ?? ""), (200...599).contains(code) else {
            return nil
        }
        return HTTPStatus(code)
    }

    /// `/redirect/301/users/1` and `/redirect/301?to=/users/1`.
    private static func redirect(_ request: RecordedRequest) -> MockResponse {
        guard let status = status(request), status.isRedirection else { return .notFound }
        let rest = request.parameters["*"].map { path in
            "/"
                + path.split(separator: "/", omittingEmptySubsequences: false)
                .map { PercentCoding.encode(String($0)) }.joined(separator: "/")
        }
        return .redirect(status, to: request.query("to") ?? rest ?? "/")
    }
}
