import VencejoConcurrency
import VencejoCore

/// Answers in memory: those used longest ago leave first.
package final class MemoryResponseStore: ResponseStore {
    private let state: Locked<MemoryState>

    /// A store of so many bytes, bodies and fields together.
    package init(bytes: Int) {
        state = Locked(MemoryState(limit: bytes))
    }

    package func responses(for key: CacheKey) async -> [StoredResponse] {
        state.withLock { $0.responses(for: key) }
    }

    package func body(of response: StoredResponse) async -> StoredBody? {
        state.withLock { $0.body(of: response.id) }.map(StoredBody.bytes)
    }

    package func save(
        _ response: StoredResponse,
        _ body: [UInt8],
        replacing: [StoredResponse]
    ) async -> Bool {
        state.withLock { $0.save(response, body, replacing) }
    }

    package func begin(_ response: StoredResponse) async -> (any ResponseWriter)? {
        MemoryWriter(response, self, limit: state.withLock { $0.entryLimit })
    }

    package func update(_ response: StoredResponse) async {
        state.withLock { $0.update(response) }
    }

    package func remove(_ responses: [StoredResponse]) async {
        state.withLock { state in
            for response in responses { state.remove(response.id) }
        }
    }

    package func remove(_ choice: CacheChoice) async -> Int {
        state.withLock { state in
            let chosen = state.list(choice)
            for response in chosen { state.remove(response.id) }
            return chosen.count
        }
    }

    package func list(_ choice: CacheChoice, limit: Int) async -> [StoredResponse] {
        let chosen = state.withLock { $0.list(choice) }
        return Array(chosen.sorted { ($0.received, $0.id) > ($1.received, $1.id) }.prefix(limit))
    }

    package func usage() async -> (count: Int, bytes: Int) {
        state.withLock { ($0.count, $0.bytes) }
    }
}

/// A body on its way into memory; one that grows too large is let go of.
private final class MemoryWriter: ResponseWriter {
    private let response: StoredResponse
    private let store: MemoryResponseStore
    private let limit: Int
    private let body = Locked<[UInt8]?>([])

    init(_ response: StoredResponse, _ store: MemoryResponseStore, limit: Int) {
        self.response = response
        self.store = store
        self.limit = limit
    }

    func write(_ piece: [UInt8]) async -> Bool {
        body.withLock { body in
            guard let count = body?.count, count + piece.count <= limit else {
                body = nil
                return false
            }
            body?.append(contentsOf: piece)
            return true
        }
    }

    func commit(replacing: [StoredResponse]) async {
        guard let body = body.withLock({ $0 }) else { return }
        _ = await store.save(response, body, replacing: replacing)
    }

    func abandon() {
        body.withLock { $0 = nil }
    }
}
