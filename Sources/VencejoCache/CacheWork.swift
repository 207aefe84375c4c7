import VencejoConcurrency
import VencejoCore

/// What a cache has under way: requests whose answers may be stored, and questions in the
/// background.
final class CacheWork: Sendable {
    private struct Fetch: Sendable {
        let key: CacheKey
        let tags: Set<String>
        var isSpoiled = false
    }

    private struct State: Sendable {
        var fetches: [Int: Fetch] = [:]
        var last = 0
        var questions: Set<CacheKey> = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// A request begins whose answer may be stored.
    func begin(_ key: CacheKey, tags: Set<String>) -> Ticket {
        state.withLock { state in
            state.last += 1
            state.fetches[state.last] = Fetch(key: key, tags: tags)
            return Ticket(number: state.last, work: self)
        }
    }

    /// Answers that are under way were made before something changed: they are not stored.
    func spoil(_ choice: CacheChoice) {
        state.withLock { state in
            for (number, fetch) in state.fetches where choice.covers(fetch.key, fetch.tags) {
                state.fetches[number]?.isSpoiled = true
            }
        }
    }

    /// One request; its answer may be stored unless something changed meanwhile.
    final class Ticket: Sendable {
        private let number: Int
        private let work: CacheWork

        fileprivate init(number: Int, work: CacheWork) {
            self.number = number
            self.work = work
        }

        deinit {
            _ = work.state.withLock { $0.fetches.removeValue(forKey: number) }
        }

        var isGood: Bool {
            work.state.withLock { $0.fetches[number]?.isSpoiled == false }
        }
    }

    /// A question begins in the background; false where the same is being asked.
    func ask(_ key: CacheKey) -> Bool {
        state.withLock { $0.questions.insert(key).inserted }
    }

    func answered(_ key: CacheKey) {
        let waiting = state.withLock { state in
            state.questions.remove(key)
            guard state.questions.isEmpty else { return [] as [CheckedContinuation<Void, Never>] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until nothing is asked in the background.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.questions.isEmpty { return true }
                state.waiting.append(continuation)
                return false
            }
            if isSettled { continuation.resume() }
        }
    }
}

extension CacheChoice {
    fileprivate func covers(_ key: CacheKey, _ tags: Set<String>) -> Bool {
        switch self {
        case .all: true
        case .url(let url): key.url == url
        case .prefix(let prefix): key.url.utf8.starts(with: prefix.utf8)
        // The server's own groups are not known before the answer is there.
        case .tag: true
        }
    }
}
