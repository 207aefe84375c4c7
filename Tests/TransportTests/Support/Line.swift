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
    /// Over TLS, to an nginx that passes calls on one by one.
    case http2

    /// All that this machine can do.
    static let all = allCases.filter(\.isPossible)
    /// For what the wire of HTTP/1.1 alone can show: that a connection is kept, how a message is
    /// framed, what nginx would not pass on.
    static let http1 = all.filter { $0 != .http2 }

    private var isPossible: Bool {
        switch self {
        case .plain: true
        case .tls: TLSRelay.isPossible
        case .http2: HTTP2Relay.isPossible
        }
    }

    var version: HTTPVersion { self == .http2 ? .http2 : .http11 }

    var testDescription: String { rawValue }

    /// The address under which a server of this machine is reached.
    func url(to server: MockServer) async throws -> String {
        switch self {
        case .plain: server.url
        case .tls: try await TLSRelay.running.value.url(to: server.port)
        case .http2: HTTP2Relay.url(to: server.port)
        }
    }

    /// Makes an engine go this way.
    func choose(_ configuration: inout EngineConfiguration) async throws {
        switch self {
        case .plain: return
        case .tls: configuration.additionalAuthorities = try await TLSRelay.running.value.authority
        case .http2:
            let relay = try await HTTP2Relay.running.value
            configuration.additionalAuthorities = relay.authority
            configuration.detours = [Detour(ofAllTo: .unixSocket(relay.path))]
        }
    }
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
        try await way.choose(&chosen)
        url = try await way.url(to: server)
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

    /// Whether it says that an answer's body ended too early: over HTTP/2 its stream is reset.
    func isCutShort(_ way: Way) -> Bool {
        way == .http2 ? self == .noConnection(.reset) : isInvalidResponse
    }
}
#endif
