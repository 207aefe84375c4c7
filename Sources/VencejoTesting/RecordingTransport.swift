import VencejoConcurrency
public import VencejoCore

/// A transport around another that remembers what went through it.
public struct RecordingTransport: Transport {
    /// One request and what came of it.
    public struct Exchange: Sendable {
        public let request: Request
        public let result: Result<Response, NetworkError>
    }

    private final class Book: Sendable {
        let exchanges = Locked<[Exchange]>([])
    }

    private let base: any Transport
    private let book = Book()

    public init(_ base: some Transport) {
        self.base = base
    }

    /// What went through, in the order in which it ended.
    public var exchanges: [Exchange] {
        book.exchanges.withLock { $0 }
    }

    /// The requests, in the order in which they ended.
    public var requests: [Request] {
        exchanges.map(\.request)
    }

    public func send(_ request: Request) async throws(NetworkError) -> Response {
        let result = await typed { () async throws(NetworkError) -> Response in
            try await base.send(request)
        }
        book.exchanges.withLock { $0.append(Exchange(request: request, result: result)) }
        return try result.get()
    }

    public func close() async {
        await base.close()
    }
}
