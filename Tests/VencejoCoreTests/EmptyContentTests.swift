import Testing
import VencejoCore
import VencejoHTTP

private struct Ask<Output: Sendable>: Endpoint {
    let method: HTTPMethod
    let path: Path = "x"
}

/// The ways an answer can have nothing in it.
enum Emptiness: String, CaseIterable, Sendable {
    case ok, blank, created, noContent, resetContent, head

    var status: HTTPStatus {
        switch self {
        case .ok, .blank, .head: 200
        case .created: 201
        case .noContent: 204
        case .resetContent: 205
        }
    }

    var method: HTTPMethod { self == .head ? .head : .get }
    var transport: AnswerTransport {
        AnswerTransport(status, self == .blank ? " \r\n\t" : "")
    }
}

/// 6 answers × 4 kinds of output: 24 outcomes, each on purpose.
@Suite struct EmptyContentTests {
    @Test(arguments: Emptiness.allCases)
    func `Nothing is well for Void`(answer: Emptiness) async throws {
        try await client(answer.transport).send(Ask<Void>(method: answer.method))
        let reply = try await client(answer.transport).response(
            to: Ask<Void>(method: answer.method)
        )
        #expect(reply.status == answer.status)
    }

    @Test(arguments: Emptiness.allCases)
    func `Nothing is nil for an optional`(answer: Emptiness) async throws {
        let user = try await client(answer.transport).send(Ask<User?>(method: answer.method))
        #expect(user == nil)
    }

    @Test(arguments: Emptiness.allCases)
    func `Nothing is empty for an array`(answer: Emptiness) async throws {
        let users = try await client(answer.transport).send(Ask<[User]>(method: answer.method))
        #expect(users.isEmpty)
    }

    @Test(arguments: Emptiness.allCases)
    func `Nothing is an error for anything else`(answer: Emptiness) async {
        let api = client(answer.transport)
        let error = await failure { () throws(NetworkError) in
            try await api.send(Ask<User>(method: answer.method))
        }
        guard case .decoding(let problem) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.kind == .noContent && problem.expected == "User")
        #expect(error?.response?.status == answer.status)
    }

    @Test func `JSON null is nil for an optional and an error for the rest`() async throws {
        let user: User? = try await client(AnswerTransport(200, "null")).get("x")
        #expect(user == nil)
        let error = await failure { () async throws(NetworkError) -> User in
            try await client(AnswerTransport(200, "null")).get("x")
        }
        guard case .decoding(let problem) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.kind != .noContent)
    }
}
