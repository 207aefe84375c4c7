import Vencejo

extension DemoSteps {
    static let credentials: [DemoStep] = [
        .failing(
            "A secret without credentials (A6, A8)",
            code: #"let secret: Secret = try await api.get("secure/bearer")"#,
            call: { api throws(NetworkError) in
                let _: Demo.Secret = try await api.get("secure/bearer")
            },
            tell: {
                $0.kind == .status(.unauthorized) ? "Fallo: \($0.userMessage(in: .spanish))" : nil
            }
        ),
        DemoStep(
            title: "The same with a Bearer token (A6)",
            code: "APIClient(baseURL: url, pipeline: [.authenticate(.bearer(token))])"
        ) { world in
            let secure = world.client(.authenticate(.bearer("lesson-token")))
            let response: Response = try await secure.get("secure/bearer")
            return "Acceso concedido, código: \(response.status.code)"
        },
        DemoStep(
            title: "An API key in a header (A6)",
            code: #"pipeline: [.authenticate(.apiKey(header: "X-API-Key", value: key))]"#
        ) { world in
            let secure = world.client(
                .authenticate(.apiKey(header: "X-API-Key", value: "lesson-key"))
            )
            let response: Response = try await secure.get("secure/header-key")
            return "Acceso concedido, código: \(response.status.code)"
        },
        DemoStep(
            title: "An API key in the query (A6)",
            code: #"pipeline: [.authenticate(.apiKey(query: "api_key", value: key))]"#
        ) { world in
            let secure = world.client(.authenticate(.apiKey(query: "api_key", value: "lesson-key")))
            let response: Response = try await secure.get("secure/query-key")
            return "Acceso concedido, código: \(response.status.code)"
        },
    ]

    static let failures: [DemoStep] = [
        .failing(
            "A route that does not exist (D5)",
            code: #"let comment: Comment = try await api.post("comentarios", body: …)"#,
            call: { api throws(NetworkError) in
                let _: Demo.Identified = try await api.post("comentarios", body: ["name": "Ada"])
            },
            tell: { error in
                guard case .status(let status) = error.kind else { return nil }
                return "Fallo: el servidor respondió \(status.code)"
            }
        ),
        .failing(
            "The server explains a refusal (A8)",
            code: "error.apiError  // code, message, details",
            call: { api throws(NetworkError) in
                try await api.post("validation", body: ["title": ""])
            },
            tell: { error in
                guard error.kind == .status(422), let problem = error.apiError else { return nil }
                let details = (problem.details ?? [:]).sorted { $0.key < $1.key }
                    .map { "\($0.key): \($0.value)" }.joined(separator: ", ")
                return "422 \(problem.code): \(problem.message) (\(details))"
            }
        ),
        .failing(
            "Nobody answers (D2)",
            code: #"try await APIClient(baseURL: "http://127.0.0.1:1").get("users")"#,
            call: { _ throws(NetworkError) in
                let nobody = APIClient(baseURL: "http://127.0.0.1:1")
                let _: [Demo.User] = try await nobody.get("users")
            },
            tell: { error in
                guard case .noConnection = error.kind else { return nil }
                return error.userMessage(in: .spanish)
            }
        ),
        .failing(
            "Plain http to another machine is refused before it is sent (A5)",
            code: #"try await APIClient(baseURL: "http://api.example.com").get("users")"#,
            call: { _ throws(NetworkError) in
                let plain = APIClient(baseURL: "http://api.example.com")
                let _: [Demo.User] = try await plain.get("users")
            },
            tell: { $0.kind == .insecureURL ? $0.userMessage(in: .spanish) : nil }
        ),
        .failing(
            "A field of the wrong type, found by name and place (C5)",
            code: #"let user: User = try await api.get("broken/users/1")"#,
            call: { api throws(NetworkError) in
                let _: Demo.User = try await api.get("broken/users/1")
            },
            tell: { error in
                guard case .decoding(let problem) = error.kind else { return nil }
                return problem.report
            }
        ),
    ]
}
