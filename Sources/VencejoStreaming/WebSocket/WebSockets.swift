public import VencejoCore
public import VencejoHTTP

/// One WebSocket after another: whenever one is lost, the next is opened.
///
///     for try await socket in api.webSockets("prices") {
///         try await socket.send("subscribe EUR")
///         for await message in socket.untilLost { show(message) }
///     }
///
/// The next element is asked for when the loop's body is done with the one before. A socket that
/// the other side closed with 1000 ends the sequence; other ends, and attempts that fail for want
/// of a connection, are followed by a wait (``ReconnectPolicy``) and another attempt. What no
/// attempt would change, such as a refusal by status, is thrown.
public struct WebSockets: AsyncSequence, Sendable {
    public typealias Element = WebSocket
    public typealias Failure = NetworkError

    let client: any APIClientProtocol
    let request: Result<Request, NetworkError>
    let options: WebSocketOptions
    let policy: ReconnectPolicy

    public func makeAsyncIterator() -> Iterator {
        Iterator(sockets: self)
    }

    /// Opens the sockets.
    public struct Iterator: AsyncIteratorProtocol {
        private let sockets: WebSockets
        private var machine: EventSourceMachine
        private var last: WebSocket?
        private var isOver = false

        init(sockets: WebSockets) {
            self.sockets = sockets
            machine = EventSourceMachine(sockets.policy)
        }

        public mutating func next() async throws(NetworkError) -> WebSocket? {
            try await next(isolation: nil)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> WebSocket? {
            guard !isOver else { return nil }
            do throws(NetworkError) {
                let request = try sockets.request.get()
                if let last {
                    isOver = last.closed?.code == .normal
                    self.last = nil
                    if isOver { return nil }
                    try await pause(nil, request)
                }
                while true {
                    do throws(NetworkError) {
                        let socket = try await sockets.client.open(request, sockets.options)
                        machine.received()
                        last = socket
                        return socket
                    } catch {
                        try await pause(error, request)
                    }
                }
            } catch {
                isOver = true
                throw error
            }
        }

        /// Waits before the next attempt, or fails when there will be none.
        private mutating func pause(
            _ error: NetworkError?,
            _ request: Request
        ) async throws(NetworkError) {
            if let error, case .status(let status) = error.kind {
                let isTrouble = [500, 502, 503, 504].contains(status.code)
                guard sockets.policy.retriesServerErrors, isTrouble else { throw error }
            }
            let random = UInt64.random(in: .min ... .max)
            switch machine.broken(error?.kind, random: random) {
            case .reconnect(let wait): try await request.context.time.sleep(for: wait)
            case .failed, .read:
                throw error ?? NetworkError(.noConnection(.closed), request: request)
            }
        }
    }
}

@available(*, unavailable)
extension WebSockets.Iterator: Sendable {}

/// The messages of a WebSocket until it ends, in whatever way.
public struct MessagesUntilLost: AsyncSequence, Sendable {
    public typealias Element = WebSocketMessage
    public typealias Failure = Never

    let socket: WebSocket

    public func makeAsyncIterator() -> Iterator {
        Iterator(socket: socket)
    }

    /// Takes the messages one after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let socket: WebSocket

        public mutating func next() async -> WebSocketMessage? {
            try? await socket.receive()
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Never) -> WebSocketMessage? {
            try? await socket.receive()
        }
    }
}

extension WebSocket {
    /// The messages until the connection ends; that it was lost is no error here.
    public var untilLost: MessagesUntilLost { MessagesUntilLost(socket: self) }
}

extension APIClientProtocol {
    /// Opens a WebSocket again and again; see ``WebSockets``.
    public nonisolated func webSockets(
        _ path: Path,
        query: Query = [],
        headers: Headers = [:],
        options: WebSocketOptions = WebSocketOptions(),
        reconnect: ReconnectPolicy = .standard
    ) -> WebSockets {
        WebSockets(
            client: self,
            request: Result { () throws(NetworkError) in
                try makeRequest(.get, path, query: query, headers: headers)
            },
            options: options,
            policy: reconnect
        )
    }
}
