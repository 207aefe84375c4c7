import Synchronization

/// A body that is made while it is sent; equal only to itself.
package final class RequestStream: Sendable {
    package let length: Int?
    package let isReplayable: Bool
    private let make: @Sendable () -> RequestChunks
    private let hasBegun = Atomic(false)

    init(length: Int?, isReplayable: Bool, _ make: @escaping @Sendable () -> RequestChunks) {
        self.length = length
        self.isReplayable = isReplayable
        self.make = make
    }

    /// Begins the chunks; nil when they have been taken and cannot be made again.
    package func begin() -> sending RequestChunks? {
        let isSecond = hasBegun.exchange(true, ordering: .acquiringAndReleasing)
        guard isReplayable || !isSecond else { return nil }
        return make()
    }
}

extension RequestStream: Hashable {
    package static func == (one: RequestStream, other: RequestStream) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The chunks of one run of a ``RequestStream``, for the one task that sends them.
package final class RequestChunks {
    private let advance: () async throws -> [UInt8]?

    init<Chunks: AsyncSequence>(_ chunks: Chunks) where Chunks.Element == [UInt8] {
        var iterator = chunks.makeAsyncIterator()
        advance = { try await iterator.next(isolation: #isolation) }
    }

    /// The next chunk, nil at the end; throws whatever the producer throws.
    package func next() async throws -> [UInt8]? {
        try await advance()
    }
}
