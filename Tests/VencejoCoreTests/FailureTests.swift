import Testing
import VencejoCore
import VencejoHTTP
import VencejoJSON

private struct OwnError: Error, Equatable {
    let code: Int
}

private struct Refuses: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
        throw OwnError(code: 7)
    }
}

private struct GivesUp: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
        throw CancellationError()
    }
}

private struct Unwritable: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        throw OwnError(code: 8)
    }
}

@Suite struct FailureTests {
    @Test func `Trap: D2 a failed answer keeps its body and its code`() async {
        let body = #"{"code":"user.unknown","message":"No such user","details":{"id":"9"}}"#
        let api = client(AnswerTransport(404, body))
        let error = await failure { () async throws(NetworkError) -> User in
            try await api.get("users/9")
        }
        #expect(error?.kind == .status(404))
        #expect(error?.response?.text() == body)
        #expect(error?.apiError?.code == "user.unknown")
        #expect(error?.apiError?.details == ["id": "9"])
        #expect(error?.request?.url.path == "/v1/users/9")
    }

    @Test func `A8 a body of another form still gives the code`() async {
        let api = client(AnswerTransport(502, headers: ["Content-Type": "text/html"], "<html>"))
        let error = await failure { () throws(NetworkError) in try await api.get("x") }
        #expect(error?.kind == .status(502) && error?.apiError == nil && error?.problem == nil)
        #expect(error?.isRetriable == true)
    }

    @Test func `Trap: one success range for every call, and it can be set`() async throws {
        for status in [199, 300, 304, 400] as [HTTPStatus] {
            let api = client(AnswerTransport(status))
            let error = await failure { () throws(NetworkError) in try await api.get("x") }
            #expect(error?.kind == .status(status))
        }
        let lenient = client(AnswerTransport(404)) {
            $0.acceptedStatuses = .success.union([404])
        }
        #expect(try await lenient.get("x").status == 404)
    }

    @Test func `C5 a decode failure says which field, where, and what was found`() async {
        let api = client(
            AnswerTransport(200, "[{\"id\":1,\"name\":\"a\"},\n {\"id\":2,\"name\":null}]")
        )
        let error = await failure { () async throws(NetworkError) -> [User] in
            try await api.get("users")
        }
        guard case .decoding(let problem) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.kind == .missingValue && problem.path == "[1].name")
        #expect(problem.line == 2)
        #expect(error?.response?.status == 200)
    }

    @Test func `D3 an error of the caller's own model passes unchanged`() async {
        let api = client(AnswerTransport(200, "{}"))
        let error = await failure { () async throws(NetworkError) -> Refuses in
            try await api.get("x")
        }
        #expect(error?.underlying as? OwnError == OwnError(code: 7))
        guard case .decoding(let problem) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.kind == .custom)
    }

    @Test func `D3 an error of another kind is wrapped once and stays what it is`() {
        let wrapped = NetworkError(wrapping: OwnError(code: 1))
        #expect(wrapped.kind == .other && wrapped.underlying as? OwnError == OwnError(code: 1))
        #expect(NetworkError(wrapping: NetworkError(.insecureURL)).kind == .insecureURL)
        #expect(NetworkError(wrapping: CancellationError()).kind == .cancelled)
    }

    @Test func `Trap: an encoding failure is not reported as a decoding failure`() async {
        let transport = AnswerTransport()
        let api = client(transport)
        let error = await failure { () throws(NetworkError) in
            try await api.post("x", body: Unwritable())
        }
        guard case .invalidRequest(.encoding) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.underlying as? OwnError == OwnError(code: 8))
        #expect(transport.requests.isEmpty)
    }

    @Test func `Trap: cancellation is cancelled wherever it comes up`() async {
        let decoding = await failure { () async throws(NetworkError) -> GivesUp in
            try await client(AnswerTransport(200, "{}")).get("x")
        }
        let transport = AnswerTransport { request throws(NetworkError) in
            throw NetworkError(.other, request: request, underlying: CancellationError())
        }
        let sending = await failure { () throws(NetworkError) in
            try await client(transport).get("x")
        }
        #expect(decoding?.kind == .cancelled && sending?.kind == .cancelled)
        let task = Task { () -> NetworkError? in
            while !Task.isCancelled { await Task.yield() }
            return await failure { () throws(NetworkError) in
                try await client(transport).get("x")
            }
        }
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [HTTPMethod.get, .head, .trace])
    func `A body where none may be is refused before sending`(method: HTTPMethod) async throws {
        let transport = AnswerTransport()
        let api = client(transport)
        let request = try api.makeRequest(method, "x", body: .text("a"))
        let error = await failure { () throws(NetworkError) in try await api.perform(request) }
        #expect(error?.kind == .invalidRequest(.bodyNotAllowed(method)))
        let direct = await failure { () throws(NetworkError) in
            try await api.get("x", body: ["a": 1])
        }
        #expect(direct?.kind == .invalidRequest(.bodyNotAllowed(.get)))
        #expect(transport.requests.isEmpty)
        _ = try await api.perform(api.makeRequest(.query, "x", body: .text("a")))
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: ["a\rb", "a\nb", "a\r\nX-Evil: 1", "a\0"])
    func `CR, LF and NUL are refused in a header and a method`(text: String) async throws {
        let transport = AnswerTransport()
        let api = client(transport)
        let value = await failure { () throws(NetworkError) in
            try await api.get("x", headers: ["X-Mark": text])
        }
        let name = await failure { () throws(NetworkError) in
            try await api.get("x", headers: [HeaderName(text): "v"])
        }
        let request = try api.makeRequest(HTTPMethod(rawValue: text), "x")
        let method = await failure { () throws(NetworkError) in try await api.perform(request) }
        #expect(value?.kind == .invalidRequest(.header("X-Mark")))
        #expect(name?.kind == .invalidRequest(.header(text)))
        #expect(method?.kind == .invalidRequest(.method(text)))
        #expect(transport.requests.isEmpty)
    }

    @Test(
        arguments: [
            ("http://example.com", false, false), ("http://example.com", true, true),
            ("http://localhost:80", false, true), ("http://127.0.0.1", false, true),
            ("http://[::1]:8080", false, true), ("http://127.0.0.1.example.com", false, false),
            ("https://example.com", false, true),
        ] as [(String, Bool, Bool)]
    )
    func `A5 plain http only where it is allowed`(
        base: String,
        isAllowed: Bool,
        succeeds: Bool
    ) async {
        let transport = AnswerTransport()
        let api = APIClient(baseURL: base, transport: transport) {
            $0.allowsInsecureHTTP = isAllowed
        }
        let error = await failure { () throws(NetworkError) in try await api.get("x") }
        #expect(error?.kind == (succeeds ? nil : .insecureURL))
        #expect(transport.requests.count == (succeeds ? 1 : 0))
    }
}
