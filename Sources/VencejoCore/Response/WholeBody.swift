import VencejoConcurrency

/// A body in memory as the source of a stream: one chunk.
final class WholeBody: BodySource {
    private let rest: Locked<[UInt8]?>

    init(_ bytes: [UInt8]) {
        rest = Locked(bytes)
    }

    func next() async throws(NetworkError) -> [UInt8]? {
        rest.withLock { rest in
            defer { rest = nil }
            return rest
        }
    }

    func cancel() {
        rest.withLock { $0 = nil }
    }
}
