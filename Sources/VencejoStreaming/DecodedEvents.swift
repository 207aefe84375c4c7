public import VencejoCore
import VencejoHTTP
import VencejoJSON

/// The events of a stream whose data is JSON, decoded.
public struct DecodedEvents<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = NetworkError

    let stream: EventStream
    let type: String?

    public func makeAsyncIterator() -> Iterator {
        Iterator(events: stream.makeAsyncIterator(), stream: stream, type: type)
    }

    /// One reading of the values; it keeps the connection while it lives.
    public struct Iterator: AsyncIteratorProtocol {
        var events: EventStream.Iterator
        let stream: EventStream
        let type: String?

        public mutating func next() async throws(NetworkError) -> Value? {
            try await next(isolation: nil)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> Value? {
            while let event = try await events.next(isolation: actor) {
                if let type, event.type != type { continue }
                let response = Response(
                    status: .ok,
                    body: ResponseBody(Array(event.data.utf8)),
                    request: try stream.request.get()
                )
                return try response.decode(Value.self, with: stream.client.configuration.json)
            }
            return nil
        }
    }
}

@available(*, unavailable)
extension DecodedEvents.Iterator: Sendable {}

extension EventStream {
    /// The events decoded from JSON, by the client's coder.
    ///
    /// - Parameters:
    ///   - type: What the data of an event is.
    ///   - name: The event type that is wanted; others are passed over. Nil takes them all.
    public func decoded<Value: Decodable & Sendable>(
        as type: Value.Type = Value.self,
        named name: String? = nil
    ) -> DecodedEvents<Value> {
        DecodedEvents(stream: self, type: name)
    }
}
