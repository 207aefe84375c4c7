import VencejoConcurrency
import VencejoCore
import VencejoDeflate
import VencejoDigest
import VencejoHTTP
import VencejoWire

/// A WebSocket over the bytes of a connection.
final class FramedSocket: MessageConnection {
    let subprotocol: String?
    private let line: SocketLine

    init(_ line: SocketLine, subprotocol: String?) {
        self.line = line
        self.subprotocol = subprotocol
        Task.detached(executorPreference: TaskHome.executor) { await line.run() }
    }

    deinit { line.abandon() }

    var closed: WebSocketClose? { line.closed }

    func receive() async throws(NetworkError) -> WebSocketMessage? { try await line.receive() }

    func send(_ message: WebSocketMessage) async throws(NetworkError) {
        try await line.send(message)
    }

    func ping() async throws(NetworkError) { try await line.ping() }

    func close(_ close: WebSocketClose) { line.close(close) }
}

extension WebSocketHandshake {
    /// A handshake for some options, with a key of its own.
    init(_ options: WebSocketOptions) {
        let key = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        self.init(
            key: Base64.encode(key),
            subprotocols: options.subprotocols,
            deflate: Self.offer(options.compression)
        )
    }

    private static func offer(
        _ compression: WebSocketOptions.Compression
    ) -> WebSocketDeflate.Offer? {
        #if canImport(CZlib)
        var offer = WebSocketDeflate.Offer()
        switch compression {
        case .never: return nil
        case .acrossMessages: break
        case .eachMessage:
            offer.serverForgets = true
            offer.clientForgets = true
        }
        return offer
        #else
        return nil
        #endif
    }

    /// Takes a connection over if the answer will do.
    func open(
        _ duplex: any DuplexConnection,
        _ response: Response,
        _ options: WebSocketOptions
    ) throws(NetworkError) -> FramedSocket {
        let accept = Hash.digest(.sha1, of: Self.challenge(key)).map(Base64.encode)
        let agreement: Agreement
        do throws(WebSocketHandshakeFault) {
            agreement = try agree(response.status, response.headers, accept: accept ?? "")
        } catch {
            duplex.close()
            throw NetworkError(
                .invalidResponse(error.description),
                request: response.request,
                response: response
            )
        }
        var compression: (any MessageCompression)?
        #if canImport(CZlib)
        if let deflate = agreement.deflate {
            compression = PermessageDeflate(deflate, isClient: true)
        }
        #endif
        let machine = WebSocketMachine(
            .client,
            maximumMessageBytes: options.maximumMessageBytes,
            compression: compression
        )
        let line = SocketLine(duplex, machine, response.request, options)
        return FramedSocket(line, subprotocol: agreement.subprotocol)
    }
}
