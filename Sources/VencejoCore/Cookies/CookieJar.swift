public import VencejoHTTP
import VencejoJSON

/// The cookies of a client, or of those that are given the same jar (RFC 6265).
///
///     let jar = CookieJar()
///     let api = APIClient(baseURL: url, pipeline: [.cookies(jar)])
///
/// No client has one unless it is given one, and none is shared but by giving it twice.
public actor CookieJar {
    private var store: CookieStore
    private let now: @Sendable () -> Int

    /// An empty jar.
    ///
    /// - Parameters:
    ///   - limits: How many cookies are kept; those least used give way.
    ///   - suffixes: The domains that nobody may set cookies for.
    ///   - secondsSince1970: What the calendar says; the system's by default.
    public init(
        limits: CookieLimits = CookieLimits(),
        suffixes: PublicSuffixes = .common,
        secondsSince1970: @escaping @Sendable () -> Int = TimeSource.systemCalendar
    ) {
        store = CookieStore(suffixes: suffixes, limits: limits)
        now = secondsSince1970
    }

    /// Every cookie that has not ended, in the order in which they were created.
    public var cookies: [Cookie] { store.all(now: now()) }

    /// The cookies that a request to an address takes along, in the order of the field.
    public func cookies(for url: URI) -> [Cookie] {
        store.cookies(for: url, now: now())
    }

    /// Keeps a cookie; one of the same name, domain and path gives way.
    ///
    /// What could not stand in a field (RFC 6265 §4.1.1) is not kept: a name with an equals sign, a
    /// semicolon, a control character, a path without a slash, more than 4,096 bytes.
    public func set(_ cookie: Cookie) {
        store.insert(cookie, now: now())
    }

    /// Keeps what the `Set-Cookie` lines of an answer from an address say.
    public func store(_ headers: Headers, from url: URI) {
        let lines = headers.values(of: .setCookie)
        if !lines.isEmpty { store.store(lines, from: url, now: now()) }
    }

    /// Forgets all cookies.
    public func clear() {
        store.remove { _ in true }
    }

    /// Forgets the cookies that the closure holds for: `await jar.remove { $0.domain == "a.com" }`.
    public func remove(where holds: @Sendable (Cookie) -> Bool) {
        store.remove(where: holds)
    }

    /// Forgets the cookies that live only as long as the jar, as the end of a session does.
    public func endSession() {
        store.remove { $0.expires == nil }
    }
}

extension CookieJar {
    /// The cookies as JSON, to be kept where secrets are kept.
    ///
    /// - Parameter includingSession: Whether those without an end are written too, which servers
    ///   expect to be forgotten with the program.
    public func bytes(includingSession: Bool = false) throws(NetworkError) -> [UInt8] {
        let kept = cookies.filter { includingSession || $0.expires != nil }
        do {
            return try JSON().encode(kept)
        } catch {
            throw NetworkError(.invalidRequest(.encoding("\(error)")), underlying: error)
        }
    }

    /// Adds the cookies that ``bytes(includingSession:)`` wrote; those that ended are left out.
    public func load(_ bytes: [UInt8]) throws(NetworkError) {
        let cookies: [Cookie]
        do {
            cookies = try JSON().decode([Cookie].self, from: bytes)
        } catch {
            throw NetworkError(.decoding(DecodingProblem(error)), underlying: error)
        }
        for cookie in cookies { set(cookie) }
    }
}
