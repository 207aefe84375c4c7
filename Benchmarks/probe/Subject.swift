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
        }
    }
}
