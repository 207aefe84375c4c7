import VencejoDeflate
import VencejoDigest
import VencejoHTTP
import VencejoWire

/// What happens on a WebSocket; two are equal when they are copies of one.
public struct MockSocketScript: Sendable, Hashable {
    typealias Run = @Sendable (MockWebSocket) async -> Void

    private final class Source: Sendable {
        let run: Run
        let agreement: WebSocketHandshake.Agreement
        let maximumMessageBytes: Int

        init(_ run: @escaping Run, _ agreement: WebSocketHandshake.Agreement, _ limit: Int) {
            self.run = run
            self.agreement = agreement
            maximumMessageBytes = limit
        }
    }

    private let source: Source

    init(
        _ agreement: WebSocketHandshake.Agreement,
        maximumMessageBytes: Int,
        run: @escaping Run
    ) {
        source = Source(run, agreement, maximumMessageBytes)
    }

    var run: Run { source.run }
    var subprotocol: String? { source.agreement.subprotocol }

    var machine: WebSocketMachine {
        var compression: (any MessageCompression)?
        #if canImport(CZlib)
        if let deflate = source.agreement.deflate {
            compression = PermessageDeflate(deflate, isClient: false)
        }
        #endif
        return WebSocketMachine(
            .server,
            maximumMessageBytes: source.maximumMessageBytes,
            compression: compression
        )
    }

    public static func == (left: MockSocketScript, right: MockSocketScript) -> Bool {
        left.source === right.source
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(source))
    }
}

extension MockResponse {
    /// A WebSocket (RFC 6455 §4.2); 400 where the request does not ask for one.
    ///
    /// - Parameters:
    ///   - request: The opening handshake.
    ///   - subprotocols: What this side speaks; the client's order decides.
    ///   - compresses: Whether messages are compressed for clients that offer it (RFC 7692).
    ///   - maximumMessageBytes: The largest message that is taken.
    ///   - script: What happens on the connection until it closes.
    public static func webSocket(
        for request: RecordedRequest,
        subprotocols: [String] = [],
        compresses: Bool = true,
        maximumMessageBytes: Int = 64 << 20,
        script: @escaping @Sendable (MockWebSocket) async -> Void
    ) -> MockResponse {
        #if canImport(CZlib)
        let canCompress = compresses
        #else
        let canCompress = false
        #endif
        guard
            let (agreement, key) = WebSocketHandshake.answer(
                request.method,
                request.headers,
                subprotocols: subprotocols,
                compresses: canCompress
            ),
            let digest = Hash.digest(.sha1, of: WebSocketHandshake.challenge(key))
        else {
            return MockResponse(status: .badRequest, headers: ["Sec-WebSocket-Version": "13"])
        }
        let accept = String(decoding: StructuredBase64.encode(digest), as: UTF8.self)
        var response = MockResponse(
            status: 101,
            headers: WebSocketHandshake.headers(agreement, accept: accept)
        )
        response.socket = MockSocketScript(
            agreement,
            maximumMessageBytes: maximumMessageBytes,
            run: script
        )
        return response
    }
}
