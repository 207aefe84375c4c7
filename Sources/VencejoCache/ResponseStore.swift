package import VencejoCore

/// Where answers are kept.
///
/// What cannot be read is a miss, and what cannot be kept is not.
package protocol ResponseStore: Sendable {
    /// The answers under a key, in no order.
    func responses(for key: CacheKey) async -> [StoredResponse]

    /// The body of an answer; nil where it is gone or was found damaged.
    func body(of response: StoredResponse) async -> StoredBody?

    /// Keeps an answer with its whole body, in place of others; false where it could not.
    @discardableResult
    func save(
        _ response: StoredResponse,
        _ body: [UInt8],
        replacing: [StoredResponse]
    ) async -> Bool

    /// Begins to keep an answer whose body is still coming; nil where it cannot.
    func begin(_ response: StoredResponse) async -> (any ResponseWriter)?

    /// Changes all but the body of a stored answer, which is found by its number.
    func update(_ response: StoredResponse) async

    func remove(_ responses: [StoredResponse]) async

    /// Forgets the answers that a choice is for, and says how many they were.
    @discardableResult
    func remove(_ choice: CacheChoice) async -> Int

    /// The stored answers that a choice is for, a limited number, the newest first.
    func list(_ choice: CacheChoice, limit: Int) async -> [StoredResponse]

    /// How many answers are stored, and how many bytes they take.
    func usage() async -> (count: Int, bytes: Int)
}

/// The body of a stored answer.
package enum StoredBody: Sendable {
    case bytes([UInt8])
    case pieces(any BodySource)

    /// All of it; nil where it cannot be read to the end.
    package func whole() async -> [UInt8]? {
        switch self {
        case .bytes(let bytes): return bytes
        case .pieces(let source):
            var whole: [UInt8] = []
            do throws(NetworkError) {
                while let piece = try await source.next() { whole += piece }
                return whole
            } catch {
                return nil
            }
        }
    }
}

/// A body that is being kept piece by piece.
package protocol ResponseWriter: Sendable {
    /// Keeps one piece; false where no more is wanted.
    func write(_ piece: [UInt8]) async -> Bool

    /// Makes the answer known, in place of others.
    func commit(replacing: [StoredResponse]) async

    /// Forgets what was kept; called any number of times, also after the end.
    func abandon()
}

/// Which stored answers are meant.
package enum CacheChoice: Sendable, Hashable {
    case all
    /// An address, whoever asked and with whatever content.
    case url(String)
    /// All addresses that begin so.
    case prefix(String)
    case tag(String)

    package func contains(_ response: StoredResponse) -> Bool {
        switch self {
        case .all: true
        case .url(let url): response.key.url == url
        case .prefix(let prefix): response.key.url.utf8.starts(with: prefix.utf8)
        case .tag(let tag): response.tags.contains(tag)
        }
    }
}
