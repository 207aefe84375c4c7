import VencejoConcurrency
public import VencejoCore
public import VencejoHTTP

/// Stored answers, for one client or several.
///
///     let cache = ResponseCache.memory(megabytes: 20)
///     let api = APIClient(baseURL: url, pipeline: [.cache(cache)])
///     await cache.invalidate(prefix: "https://api.example.com/users")
public struct ResponseCache: Sendable {
    package let store: any ResponseStore
    let work: CacheWork

    package init(_ store: some ResponseStore) {
        self.store = store
        work = CacheWork()
    }

    /// A cache in memory, from which the answers used longest ago leave first.
    ///
    /// - Parameter megabytes: How much it holds, bodies and fields together; one answer may take a
    ///   quarter of it.
    public static func memory(megabytes: Int = 20) -> ResponseCache {
        ResponseCache(MemoryResponseStore(bytes: megabytes << 20))
    }

    /// Forgets the answers of an address, whoever asked; says how many they were.
    @discardableResult
    public func invalidate(_ url: URI) async -> Int {
        await invalidate(.url(CacheKey.url(url)))
    }

    /// Forgets the answers of all addresses that begin so: `https://api.example.com/users`.
    @discardableResult
    public func invalidate(prefix: String) async -> Int {
        await invalidate(.prefix(prefix))
    }

    /// Forgets the answers that were stored under a word: see `CallContext.cacheTags`.
    @discardableResult
    public func invalidate(tag: String) async -> Int {
        await invalidate(.tag(tag))
    }

    /// Forgets everything.
    @discardableResult
    public func removeAll() async -> Int {
        await invalidate(.all)
    }

    func invalidate(_ choice: CacheChoice) async -> Int {
        work.spoil(choice)
        return await store.remove(choice)
    }

    /// What is stored, the newest first.
    ///
    /// - Parameters:
    ///   - prefix: What the addresses begin with; empty for all.
    ///   - now: Seconds since 1970, to which ages are counted.
    ///   - limit: How many at most.
    public func entries(
        prefix: String = "",
        now: Int = TimeSource.systemCalendar(),
        limit: Int = 1000
    ) async -> [CacheEntry] {
        let choice = prefix.isEmpty ? CacheChoice.all : .prefix(prefix)
        return await store.list(choice, limit: limit).map { CacheEntry($0, now: now) }
    }

    /// How many answers are stored, and how many bytes they take.
    public func usage() async -> (count: Int, bytes: Int) {
        await store.usage()
    }

    /// Waits until nothing is asked in the background any more.
    public func settled() async {
        await work.settled()
    }
}

/// A stored answer, to look at.
public struct CacheEntry: Sendable, Hashable {
    /// The address, without credentials.
    public let url: String
    public let status: HTTPStatus
    public let headers: Headers
    /// The bytes of the body.
    public let count: Int
    /// Seconds since the server made it; nil where the clock says that this has not come yet.
    public let age: Int?
    /// Seconds until its time is over; less than nothing afterwards.
    public let freshFor: Int?
    /// The fields of the request that chose it.
    public let varies: [String]
    /// Whether it belongs to somebody who said who is asking.
    public let isPartitioned: Bool
    public let tags: Set<String>

    init(_ response: StoredResponse, now: Int) {
        url = response.key.url
        status = response.status
        headers = response.headers
        count = response.length
        age = response.terms.age(at: now)
        let lifetime = response.isInvalidated ? 0 : response.terms.lifetime
        freshFor = age.map { lifetime - $0 }
        varies = response.selection.fields.map(\.name)
        isPartitioned = !response.key.partition.isEmpty
        tags = response.tags
    }
}
