import VencejoConcurrency
public import VencejoCore
public import VencejoHTTP

/// A transport that answers from a list, and never touches the network.
///
///     let api = APIClient(baseURL: "https://api.example.com", transport: .stub {
///         $0.on(.get, "users/1", respond: .json(User.ada))
///         $0.on(.post, "posts", respond: .status(422, json: ["code": "title.missing"]))
///     })
public struct StubTransport: Transport {
    /// The list of routes, while it is written.
    public struct Routes: Sendable {
        fileprivate var routes: [Route] = []

        /// Answers a method at a path; of several that fit, the closest one, then the first.
        public mutating func on(
            _ method: HTTPMethod,
            _ path: String,
            respond answer: StubAnswer
        ) {
            routes.append(Route(method: method, pattern: StubPattern(path), answer: answer))
        }
    }

    fileprivate struct Route: Sendable {
        let method: HTTPMethod
        let pattern: StubPattern
        let answer: StubAnswer

        var name: String { "\(method) \(pattern)" }
    }

    private final class Book: Sendable {
        let requests = Locked<[Request]>([])
        let calls = Locked<[Int: Int]>([:])
    }

    private let routes: [Route]
    private let book = Book()

    /// Writes the list of routes.
    public init(_ build: (inout Routes) -> Void) {
        var routes = Routes()
        build(&routes)
        self.routes = routes.routes
    }

    /// The requests that came, in order.
    public var requests: [Request] {
        book.requests.withLock { $0 }
    }

    /// Finds the route, and answers as it says.
    public func send(_ request: Request) async throws(NetworkError) -> Response {
        book.requests.withLock { $0.append(request) }
        if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
        guard let index = bestRoute(for: request) else {
            throw NetworkError(.unsupported(unmatched(request)), request: request)
        }
        let call = book.calls.withLock { calls in
            calls[index, default: 0] += 1
            return calls[index, default: 1] - 1
        }
        return try await respond(with: routes[index].answer, to: request, call: call)
    }

    private func bestRoute(for request: Request) -> Int? {
        var best: (index: Int, score: Int)?
        for (index, route) in routes.enumerated() where route.method == request.method {
            guard let score = route.pattern.match(request) else { continue }
            if score > best?.score ?? -1 { best = (index, score) }
        }
        return best?.index
    }

    private func unmatched(_ request: Request) -> String {
        let known = routes.map { "\n  " + $0.name }.joined()
        return "No stub for \(request.method) \(request.url)"
            + (routes.isEmpty ? "; there are none" : "; there are:" + known)
    }

    private func respond(
        with answer: StubAnswer,
        to request: Request,
        call: Int
    ) async throws(NetworkError) -> Response {
        switch answer.form {
        case .message(let status, let headers, let bytes):
            let body = request.method == .head ? [] : bytes
            return Response(
                status: status,
                headers: headers,
                body: ResponseBody(body),
                request: request
            )
        case .failure(let kind):
            throw NetworkError(kind, request: request)
        case .hang:
            await Self.untilCancelled()
            throw NetworkError(.cancelled, request: request)
        case .sequence(let answers):
            guard !answers.isEmpty else {
                throw NetworkError(.unsupported("A stub with no answers"), request: request)
            }
            let next = answers[min(call, answers.count - 1)]
            return try await respond(with: next, to: request, call: 0)
        case .reply(let reply):
            let next = try await Self.run(reply, request)
            return try await respond(with: next, to: request, call: call)
        }
    }

    private static func run(
        _ reply: @Sendable (Request) async throws -> StubAnswer,
        _ request: Request
    ) async throws(NetworkError) -> StubAnswer {
        do {
            return try await reply(request)
        } catch let error as NetworkError {
            throw error
        } catch is CancellationError {
            throw NetworkError(.cancelled, request: request)
        } catch {
            throw NetworkError(.other, request: request, underlying: error)
        }
    }

    private static func untilCancelled() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
    }
}

extension Transport where Self == StubTransport {
    /// A transport that answers from a list, and never touches the network.
    public static func stub(
        _ build: (inout StubTransport.Routes) -> Void
    ) -> StubTransport {
        StubTransport(build)
    }
}
