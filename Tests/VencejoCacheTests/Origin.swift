import Vencejo
import VencejoConcurrency
import VencejoTesting

/// A server in the process: it answers by a function, counts, and can be switched off.
final class Origin: Transport {
    typealias Answer = @Sendable (Request, Int) -> (HTTPStatus, Headers, String)

    private struct State: Sendable {
        var requests: [Request] = []
        var isDown = false
    }

    private let state = Locked(State())
    private let answer: Answer

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// Always the same status and fields; the body counts the requests.
    convenience init(_ headers: Headers, status: HTTPStatus = 200) {
        self.init { _, count in (status, headers, "\(count)") }
    }

    var requests: [Request] { state.withLock { $0.requests } }
    var count: Int { requests.count }

    func switchOff(_ isDown: Bool = true) {
        state.withLock { $0.isDown = isDown }
    }

    func send(_ request: Request) async throws(NetworkError) -> Response {
        let (count, isDown) = state.withLock { state in
            state.requests.append(request)
            return (state.requests.count, state.isDown)
        }
        if isDown { throw NetworkError(.noConnection(.refused), request: request) }
        let (status, headers, text) = answer(request, count)
        var body = ResponseBody(Array(text.utf8))
        if request.delivery == .stream { body = ResponseBody(body.stream) }
        return Response(status: status, headers: headers, body: body, request: request)
    }
}

/// A client with a cache, an origin, and time that stands still.
struct Ground: Sendable {
    let origin: Origin
    let cache: ResponseCache
    let clock = TestClock()
    let api: APIClient

    init(
        _ origin: Origin,
        _ policy: CachePolicy = .standard,
        cache: ResponseCache = .memory(),
        outer: [Layer] = []
    ) {
        self.origin = origin
        self.cache = cache
        let clock = clock
        let noted = Noted()
        self.noted = noted
        api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: Pipeline(outer + [.cache(cache, policy: policy)]),
            transport: origin
        ) {
            $0.context.time = clock.timeSource
            $0.context.observer = { noted.add($0.kind) }
            $0.acceptedStatuses = .all
        }
    }

    let noted: Noted

    final class Noted: Sendable {
        private let kinds = Locked<[CallEvent.Kind]>([])

        func add(_ kind: CallEvent.Kind) { kinds.withLock { $0.append(kind) } }

        var all: [CallEvent.Kind] { kinds.withLock { $0 } }
    }

    func wait(_ seconds: Int) {
        clock.advance(by: .seconds(seconds))
    }

    /// The body and the source of one call.
    func get(
        _ path: Path = "x",
        _ headers: Headers = [:],
        policy: CachePolicy? = nil
    ) async throws -> (String, ResponseSource) {
        let chosen = policy.map { policy in api.with { $0.cachePolicy = policy } } ?? api
        let response: Response = try await chosen.get(path, headers: headers)
        return (response.text(), response.source)
    }
}
