#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoCore
import VencejoMockServer

/// How a test's calls reach its server.
enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case plain
    case tls

    /// All that this machine can do.
    static let all: [Way] = TLSRelay.isPossible ? allCases : [.plain]

    var testDescription: String { rawValue }
}

/// A client that talks to the server of the running test; it is closed when the test is over.
struct Line: Sendable {
    let server: MockServer
    let transport: EngineTransport
    let api: APIClient
    /// Where the server is reached, without a slash at the end.
    let url: String

    init(
        _ way: Way = .plain,
        pipeline: Pipeline = [],
        engine: (inout EngineConfiguration) -> Void = { _ in },
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) async throws {
        let server = try TestServer.current
        var chosen = EngineConfiguration()
        switch way {
        case .plain: url = server.url
        case .tls:
            let relay = try await TLSRelay.running.value
            chosen.additionalAuthorities = relay.authority
            url = relay.url(to: server.port)
        }
        engine(&chosen)
        let transport = EngineTransport(chosen)
        self.server = server
        self.transport = transport
        api = APIClient(baseURL: url, pipeline: pipeline, transport: transport) {
            $0.acceptedStatuses = .all
            configure(&$0)
        }
        try TestServer.afterwards { await transport.close() }
    }

    /// A request that the transport is to send as it is.
    func request(
        _ method: HTTPMethod = .get,
        _ path: String,
        body: RequestBody = .none
    ) throws -> Request {
        Request(method, try #require(URI(url + "/" + path)), body: body)
    }

    /// What a call over the bare transport ends in; nil for an answer.
    func failure(_ request: Request) async -> NetworkError.Kind? {
        await outcome { () throws(NetworkError) in try await transport.send(request) }
    }

    /// What a call of the client ends in; nil for an answer.
    func failure(of path: Path) async -> NetworkError.Kind? {
        await outcome { () throws(NetworkError) in try await api.get(path) as Response }
    }
}

/// The kind of a call's failure; nil for an answer.
func outcome(
    _ call: () async throws(NetworkError) -> Response
) async -> NetworkError.Kind? {
    do throws(NetworkError) {
        _ = try await call()
        return nil
    } catch {
        return error.kind
    }
}

extension Response {
    var text: String { String(decoding: body.bytes, as: UTF8.self) }
}

extension NetworkError.Kind {
    var isInvalidResponse: Bool {
        if case .invalidResponse = self { true } else { false }
    }
}
#endif
