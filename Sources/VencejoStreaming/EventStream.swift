public import VencejoCore
public import VencejoHTTP
import VencejoWire

/// The events of a server, as they come (WHATWG HTML §9.2).
///
///     for try await event in api.events("prices") { print(event.data) }
///
/// A connection that ends is made again, from the last event on. The next bytes are read when the
/// next event is asked for; leaving the loop ends everything. A status other than 200, or another
/// media type, ends the stream with an error; 204 ends it without one.
public struct EventStream: AsyncSequence, Sendable {
    public typealias Element = ServerSentEvent
    public typealias Failure = NetworkError

    let client: any APIClientProtocol
    let request: Result<Request, NetworkError>
    let policy: ReconnectPolicy
    let limit: Int
    var lastEventID = ""

    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// One reading of the events; it keeps the connection while it lives.
    public struct Iterator: AsyncIteratorProtocol {
        private let stream: EventStream
        private var machine: EventSourceMachine
        private var parser: EventStreamParser
        private var pending: [ServerSentEvent] = []
        private var position = 0
        private var body: BodyStream.Iterator?
        private var isOver = false

        init(_ stream: EventStream) {
            self.stream = stream
            machine = EventSourceMachine(stream.policy)
            parser = EventStreamParser(
                lastEventID: stream.lastEventID,
                maxEventBytes: stream.limit
            )
        }

        public mutating func next() async throws(NetworkError) -> ServerSentEvent? {
            try await next(isolation: nil)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> ServerSentEvent? {
            while !isOver {
                if position < pending.count {
                    position += 1
                    return pending[position - 1]
                }
                pending.removeAll(keepingCapacity: true)
                position = 0
                do throws(NetworkError) {
                    try await advance()
                } catch {
                    isOver = true
                    body = nil
                    throw error
                }
            }
            return nil
        }

        /// Connects, or reads some bytes.
        private mutating func advance() async throws(NetworkError) {
            let request = try stream.request.get()
            if var reading = body {
                let result = await Self.read(&reading)
                body = reading
                switch result {
                case .success(let chunk?): return try take(chunk)
                case .success(nil): try await end(nil, request)
                case .failure(let error): try await end(error, request)
                }
            } else {
                try await connect(request)
            }
        }

        private static func read(
            _ body: inout BodyStream.Iterator
        ) async -> Result<[UInt8]?, NetworkError> {
            do throws(NetworkError) {
                return .success(try await body.next())
            } catch {
                return .failure(error)
            }
        }

        private mutating func take(_ chunk: [UInt8]) throws(NetworkError) {
            do {
                try parser.feed(chunk, into: &pending)
            } catch {
                throw NetworkError(.bodyTooLarge(limit: error.limit))
            }
            if !pending.isEmpty { machine.received() }
            if let wait = parser.reconnectionTime { machine.setWait(milliseconds: wait) }
        }

        private mutating func connect(_ request: Request) async throws(NetworkError) {
            var request = request
            request.delivery = .stream
            request.headers.setIfAbsent(.accept, "text/event-stream")
            request.headers.setIfAbsent(.cacheControl, "no-cache")
            if !parser.lastEventID.isEmpty {
                request.headers["Last-Event-ID"] = parser.lastEventID
            }
            let response: Response
            do throws(NetworkError) {
                response = try await stream.client.perform(request)
            } catch {
                guard case .status(let status) = error.kind else {
                    return try await end(error, request)
                }
                let step = machine.answered(status, contentType: nil)
                return try await follow(step, error, request)
            }
            let step = machine.answered(
                response.status,
                contentType: response.headers[.contentType]
            )
            if step == .read {
                body = response.body.stream.makeAsyncIterator()
                // What the connection before left unfinished is not part of this one.
                parser = EventStreamParser(
                    lastEventID: parser.lastEventID,
                    maxEventBytes: stream.limit
                )
                return
            }
            let fault = NetworkError(
                .status(response.status),
                request: response.request,
                response: response
            )
            try await follow(step, fault, request)
        }

        private mutating func end(
            _ error: NetworkError?,
            _ request: Request
        ) async throws(NetworkError) {
            body = nil
            let step = machine.broken(error?.kind, random: request.context.random())
            try await follow(step, error, request)
        }

        private mutating func follow(
            _ step: EventSourceMachine.Step,
            _ error: NetworkError?,
            _ request: Request
        ) async throws(NetworkError) {
            switch step {
            case .read: return
            case .reconnect(let wait): try await request.context.time.sleep(for: wait)
            case .failed(nil): isOver = true
            case .failed(let kind?):
                var fault = error ?? NetworkError(kind, request: request)
                fault.kind = kind
                throw fault
            }
        }
    }
}

@available(*, unavailable)
extension EventStream.Iterator: Sendable {}
