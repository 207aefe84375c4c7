public import VencejoCore

/// How a call uses what is stored.
///
///     let users: [User] = try await api.with { $0.cachePolicy = .offline }.get("users")
///
/// None gives an answer that the server marked `no-cache` or `must-revalidate` after its time
/// without asking: the standard leaves no choice (RFC 9111 §5.2.2).
public struct CachePolicy: Sendable, Hashable {
    package enum Way: Sendable, Hashable {
        case standard, networkFirst, cacheFirst, staleWhileRevalidate, offline, reload
        case revalidate, none
    }

    package let way: Way

    /// What RFC 9111 says: stored answers while they are fresh, and the server after that.
    public static let standard = CachePolicy(way: .standard)
    /// The server; what is stored, however old, only where the server cannot answer.
    public static let networkFirst = CachePolicy(way: .networkFirst)
    /// What is stored, however old; the server only where nothing is.
    public static let cacheFirst = CachePolicy(way: .cacheFirst)
    /// What is stored, however old, at once; where its time is over the server is asked meanwhile.
    public static let staleWhileRevalidate = CachePolicy(way: .staleWhileRevalidate)
    /// What is stored, however old, and never the server: 504 where nothing will do.
    public static let offline = CachePolicy(way: .offline)
    /// The server, as if nothing were stored; its answer is stored.
    public static let reload = CachePolicy(way: .reload)
    /// The server, which may say that what is stored has not changed (fresh `immutable` answers
    /// are not asked about, RFC 8246).
    public static let revalidate = CachePolicy(way: .revalidate)
    /// The server; nothing is read and nothing is stored.
    public static let none = CachePolicy(way: .none)
}

extension CallContext {
    /// How calls use what is stored; nil leaves it to the layer of the pipeline.
    public var cachePolicy: CachePolicy? {
        get { self[PolicyKey.self] }
        set { self[PolicyKey.self] = newValue }
    }

    /// Words under which the answers of these calls are stored, to be forgotten together.
    public var cacheTags: Set<String> {
        get { self[TagsKey.self] }
        set { self[TagsKey.self] = newValue }
    }

    /// Whose answers these are, instead of a digest of the credentials.
    ///
    /// Give a user's own name here where tokens change while the user stays the same.
    public var cachePartition: String? {
        get { self[PartitionKey.self] }
        set { self[PartitionKey.self] = newValue }
    }
}

private enum PolicyKey: CallContextKey {
    static let defaultValue: CachePolicy? = nil
}

private enum TagsKey: CallContextKey {
    static let defaultValue: Set<String> = []
}

private enum PartitionKey: CallContextKey {
    static let defaultValue: String? = nil
}
