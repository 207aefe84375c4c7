import Synchronization
public import VencejoHTTP

/// The chunks of an answer, in the order in which they come.
///
///     for try await chunk in response.body.stream { … }
///
/// The next chunk is read from the connection when it is asked for, and not before: a slow reader
/// slows the server down. Leaving the loop, cancelling the task or letting go of the stream frees
/// the connection at once. A body can be read once, by one task at a time.
public struct BodyStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = NetworkError

    private let state: State

    package init(_ source: some BodySource) {
        state = State(source)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(state)
    }

    /// The fields after a chunked body (RFC 9110 §6.5); complete at the end of the stream.
    public var trailers: Headers { state.source.trailers }

    /// What the whole call took and moved, from when its last byte has come; `nil` before, after a
    /// failure, and where nobody tells.
    ///
    /// ``Response/timings`` end with the head where the body is a stream.
    public var timings: Timings? { state.source.timings }

    /// Ends the stream and frees its connection; a waiting reader gets `.cancelled`.
    public func cancel() {
        state.source.cancel()
    }

    /// Lives as long as somebody may read: the stream or an iterator of it.
    fileprivate final class State: Sendable {
        let source: any BodySource
        private let isReading = Atomic(false)

        init(_ source: any BodySource) {
            self.source = source
        }

        deinit { source.cancel() }

        func next() async throws(NetworkError) -> [UInt8]? {
            guard !isReading.exchange(true, ordering: .acquiring) else {
                throw NetworkError(.unsupported("a body is read by one task at a time"))
            }
            defer { isReading.store(false, ordering: .releasing) }
            while let chunk = try await source.next() {
                if !chunk.isEmpty { return chunk }
            }
            return nil
        }
    }

    /// One reading of the body; dropping it before the end frees the connection.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let reader: Reader

        fileprivate init(_ state: State) {
            reader = Reader(state)
        }

        public mutating func next() async throws(NetworkError) -> [UInt8]? {
            try await reader.state.next()
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> [UInt8]? {
            try await reader.state.next()
        }
    }

    /// Tells that a loop was left.
    private final class Reader: Sendable {
        let state: State

        init(_ state: State) {
            self.state = state
        }

        deinit { state.source.cancel() }
    }
}

extension BodyStream: Hashable {
    public static func == (one: BodyStream, other: BodyStream) -> Bool {
        one.state === other.state
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(state))
    }
}

/// Where the chunks of a ``BodyStream`` come from: a connection, a file, memory.
package protocol BodySource: Sendable {
    /// The next chunk, nil at the end and ever after; never called twice at a time.
    func next() async throws(NetworkError) -> [UInt8]?

    /// Frees what the source holds; called any number of times, at any moment, also after the end.
    func cancel()

    /// The fields after the body, once it has ended.
    var trailers: Headers { get }

    /// What the whole call took, once the body has ended.
    var timings: Timings? { get }
}

extension BodySource {
    package var trailers: Headers { [:] }
    package var timings: Timings? { nil }
}
