import VencejoCache
import VencejoCore
import VencejoEngine
import VencejoHTTP

/// What is measured: the same request through more and more of the library.
enum Subject: String, CaseIterable {
    /// The transport alone.
    case engine
    /// A whole call that gives the bare answer.
    case bytes
    /// A whole call that gives a decoded value.
    case model
    /// The transport alone, the answer piece by piece.
    case stream
    /// A whole call whose answer is held in memory.
    case hit
    /// A whole call that asks whether the answer that is held has changed.
    case revalidation
    /// A whole call over a transport that answers by itself.
    case call
    /// A whole call that asks by hand whether an answer has changed.
    case unchanged

    /// An answer that would be measured by mistake.
    private struct Refused: Error {
        let status: HTTPStatus
    }

    private struct User: Decodable, Sendable {
        let id: Int
        let name: String
        let email: String
    }

    static var names: String { allCases.map(\.rawValue).joined(separator: "|") }

    /// What one call does; its client and connections are shared by all of them.
    func call(
        _ url: URI,
        over transport: EngineTransport
    ) -> @Sendable () async throws -> Void {
        let api = APIClient(baseURL: url.with(path: "/", query: nil), transport: transport)
        let path = Path(url.path)
        switch self {
        case .engine:
            let request = Request(.get, url)
            return {
                let status = try await transport.send(request).status
                if !status.isSuccess { throw Refused(status: status) }
            }
        case .bytes: return { let _: Response = try await api.get(path) }
        case .stream:
            var request = Request(.get, url)
            request.delivery = .stream
            return { [request] in
                for try await _ in try await transport.send(request).body.stream {}
            }
        case .model: return { let _: User = try await api.get(path) }
        case .hit, .revalidation:
            let policy: CachePolicy = self == .hit ? .cacheFirst : .revalidate
            let cached = api.adding(.cache(.memory(), policy: policy))
            return {
                let response: Response = try await cached.get(path)
                if response.body.count == 0 { throw Refused(status: response.status) }
            }
        case .call:
            let api = APIClient(baseURL: url.with(path: "/", query: nil), transport: Echo())
            return { let _: Response = try await api.get(path) }
        case .unchanged:
            let api = APIClient(baseURL: url.with(path: "/", query: nil), transport: transport) {
                $0.acceptedStatuses = .all
            }
            return {
                let response: Response = try await api.get(path, headers: ["If-None-Match": "*"])
                if response.status != .notModified { throw Refused(status: response.status) }
            }
        }
    }
}

/// Answers every request with the same kilobyte.
private struct Echo: Transport {
    let body = [UInt8](repeating: 65, count: 1_000)

    func send(_ request: Request) async throws(NetworkError) -> Response {
        Response(status: 200, body: ResponseBody(body), request: request)
    }
}
