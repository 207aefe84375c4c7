public import VencejoCore
public import VencejoHTTP
import VencejoWire

extension APIClientProtocol {
    /// Opens a WebSocket.
    ///
    ///     let socket = try await api.webSocket("chat")
    ///
    /// The opening handshake is a call like others: it goes through the pipeline, carries the
    /// client's credentials and cookies, and its redirects are followed. An address may begin with
    /// `ws` or `wss`, which stand for `http` and `https`.
    ///
    /// Fails with `.status` when the server refuses, with `.invalidResponse` when it agrees to
    /// something that was not asked for, and with `.unsupported` over a transport that has no
    /// WebSockets.
    @concurrent
    public nonisolated func webSocket(
        _ path: Path,
        query: Query = [],
        headers: Headers = [:],
        options: WebSocketOptions = WebSocketOptions()
    ) async throws(NetworkError) -> WebSocket {
        let request = try makeRequest(.get, path, query: query, headers: headers)
        return try await open(request, options)
    }

    nonisolated func open(
        _ request: Request,
        _ options: WebSocketOptions
    ) async throws(NetworkError) -> WebSocket {
        var request = request
        request.delivery = .upgrade(to: "websocket")
        let handshake = WebSocketHandshake(options)
        for field in handshake.headers { request.headers[field.name] = field.value }
        let response = try await perform(request)
        let coder = configuration.coder ?? configuration.json
        switch response.switched {
        case .bytes(let duplex):
            return WebSocket(try handshake.open(duplex, response, options), response, coder)
        case .messages(let connection):
            return WebSocket(connection, response, coder)
        case nil:
            guard response.status != 101 else {
                throw NetworkError(
                    .unsupported("this transport hands no connection over"),
                    request: response.request
                )
            }
            throw NetworkError(
                .status(response.status),
                request: response.request,
                response: response
            )
        }
    }
}
