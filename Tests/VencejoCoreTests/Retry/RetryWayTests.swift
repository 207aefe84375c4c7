import Testing
import VencejoCore
import VencejoHTTP

/// Failures on the way to the server: a proxy, a handshake, a network.
struct RetryWayTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let kind: NetworkError.Kind
        /// Whether it may be gone the next time; nothing has arrived, so that holds for any method.
        let passes: Bool

        init(_ kind: NetworkError.Kind, _ passes: Bool) {
            self.kind = kind
            self.passes = passes
        }

        init(proxy reason: ProxyFailure.Reason, _ passes: Bool) {
            kind = .proxy(ProxyFailure(proxy: "http://proxy.example.com:3128", reason: reason))
            self.passes = passes
        }

        var testDescription: String { "\(kind)" }
    }

    static let rows: [Row] = [
        Row(.tls(.cut), true),
        Row(.tls(.expired), false),
        Row(.tls(.wrongHost), false),
        Row(.tls(.unknownAuthority), false),
        Row(.tls(.pinMismatch(host: "example.com", seen: [])), false),
        Row(.tls(.handshake("no")), false),
        Row(.noConnection(.refused), true),
        Row(.noConnection(.nameNotFound), true),
        Row(.noConnection(.unreachable), true),
        Row(.noConnection(.offline), false),
        Row(.timedOut(.nameLookup), true),
        Row(.timedOut(.connect), true),
        Row(.timedOut(.tls), true),
        Row(.timedOut(.queue), false),
        Row(proxy: .noConnection(.refused), true),
        Row(proxy: .noConnection(.reset), true),
        Row(proxy: .noConnection(.exhausted), false),
        Row(proxy: .tls(.cut), true),
        Row(proxy: .tls(.unknownAuthority), false),
        Row(proxy: .authenticationRequired, false),
        Row(proxy: .credentialsRefused, false),
        Row(proxy: .refused(403), false),
        Row(proxy: .refused(502), true),
        Row(proxy: .refused(503), true),
        Row(proxy: .socks(.notAllowed), false),
        Row(proxy: .invalidAnswer("SSH-2.0"), false),
        Row(proxy: .unusable("ftp:"), false),
    ]

    @Test(arguments: rows, [HTTPMethod.get, .post])
    func `what never arrived is tried again if it may pass`(row: Row, method: HTTPMethod) throws {
        let url = try #require(URI("https://example.com/"))
        var machine = RetryMachine(.exponential(), request: Request(method, url))
        let moment = RetryMachine.Moment(remaining: nil, secondsSince1970: 0, random: 1 << 63)
        let verdict = machine.decide(.failure(row.kind), at: moment)
        #expect(
            verdict == (row.passes ? .again(after: .milliseconds(100)) : .giveUp(.notRetriable))
        )
    }

    @Test func `a handshake that was cut is sent again over a transport, without a key too`()
        async throws
    {
        let transport = AnswerTransport { request throws(NetworkError) in
            if request.attempt < 3 { throw NetworkError(.tls(.cut), request: request) }
            return Response(status: 201, request: request)
        }
        var policy = RetryPolicy.constant(.zero)
        policy.addsIdempotencyKey = false
        let response: Response = try await client(transport, pipeline: [.retry(policy)]).post("x")
        #expect(response.attempts == 3)
        #expect(transport.requests.allSatisfy { !$0.headers.contains(.idempotencyKey) })
    }
}
