/// The cookies of one client, in memory: what is kept, what is sent, what must go.
///
/// Nothing here knows the time or the network: both come with each call.
package struct CookieStore: Sendable {
    private struct Entry: Sendable {
        var cookie: Cookie
        /// The place in the order of creation.
        let created: Int
        /// The place in the order of use; the least used goes first when there are too many.
        var used: Int
    }

    /// The cookies by the domain they are for.
    private var entries: [String: [Entry]] = [:]
    private var count = 0
    private var turn = 0
    private let suffixes: PublicSuffixes
    private let limits: CookieLimits

    package init(suffixes: PublicSuffixes, limits: CookieLimits) {
        self.suffixes = suffixes
        self.limits = limits
    }

    /// Keeps what the `Set-Cookie` lines of an answer say.
    package mutating func store(_ lines: [String], from url: URI, now: Int) {
        for line in lines {
            guard let cookie = Cookie(line, from: url, now: now, suffixes: suffixes),
                url.keepsSecrets || cookie.isSecure || !shadowsSecret(cookie)
            else { continue }
            insert(cookie, now: now)
        }
    }

    /// Keeps a cookie; one of the same name, domain and path gives way, and leaves its turn.
    package mutating func insert(_ cookie: Cookie, now: Int) {
        guard cookie.isSendable else { return }
        turn += 1
        let old = remove(name: cookie.name, domain: cookie.domain, path: cookie.path)
        if cookie.isExpired(now) { return }
        let entry = Entry(cookie: cookie, created: old?.created ?? turn, used: turn)
        entries[cookie.domain, default: []].append(entry)
        count += 1
        makeRoom(in: cookie.domain, now: now)
    }

    /// The cookies for a request: longer paths first, then as they were created (RFC 6265 §5.4).
    package mutating func cookies(for url: URI, now: Int) -> [Cookie] {
        turn += 1
        var found: [Entry] = []
        for domain in Self.domains(above: url.host) {
            guard var list = entries[domain] else { continue }
            for index in list.indices {
                let cookie = list[index].cookie
                guard cookie.isFor(url), !cookie.isExpired(now) else { continue }
                list[index].used = turn
                found.append(list[index])
            }
            entries[domain] = list
        }
        found.sort { left, right in
            let (long, short) = (left.cookie.path.utf8.count, right.cookie.path.utf8.count)
            return long == short ? left.created < right.created : long > short
        }
        return found.map(\.cookie)
    }

    /// Every cookie that has not ended, in the order of creation.
    package func all(now: Int) -> [Cookie] {
        entries.values.joined().filter { !$0.cookie.isExpired(now) }
            .sorted { $0.created < $1.created }.map(\.cookie)
    }

    /// Forgets the cookies that the closure holds for.
    package mutating func remove(where holds: (Cookie) -> Bool) {
        for (domain, list) in entries {
            let rest = list.filter { !holds($0.cookie) }
            count -= list.count - rest.count
            entries[domain] = rest.isEmpty ? nil : rest
        }
    }

    private mutating func remove(name: String, domain: String, path: String) -> Entry? {
        guard
            let index = entries[domain]?.firstIndex(where: {
                $0.cookie.name == name && $0.cookie.path == path
            })
        else { return nil }
        count -= 1
        return entries[domain]?.remove(at: index)
    }

    /// Whether plain `http` would put something before a cookie of TLS (RFC 6265bis §5.7, 16).
    private func shadowsSecret(_ cookie: Cookie) -> Bool {
        entries.values.joined().contains { entry in
            let kept = entry.cookie
            return kept.isSecure && kept.name == cookie.name
                && (Cookie.domain(kept.domain, holds: cookie.domain)
                    || Cookie.domain(cookie.domain, holds: kept.domain))
                && Cookie.path(kept.path, holds: cookie.path)
        }
    }

    /// Those that have ended go first, then the least used (RFC 6265 §5.3).
    private mutating func makeRoom(in domain: String, now: Int) {
        let isFull = (entries[domain]?.count ?? 0) > limits.perDomain
        guard isFull || count > limits.total else { return }
        remove { $0.isExpired(now) }
        while let list = entries[domain], list.count > limits.perDomain {
            dropLeastUsed(of: list)
        }
        while count > limits.total {
            dropLeastUsed(of: Array(entries.values.joined()))
        }
    }

    private mutating func dropLeastUsed(of list: [Entry]) {
        guard let least = list.min(by: { ($0.used, $0.created) < ($1.used, $1.created) })?.cookie
        else { return }
        _ = remove(name: least.name, domain: least.domain, path: least.path)
    }

    /// A host and every domain above it: `a.b.c`, `b.c`, `c`.
    private static func domains(above host: String) -> [String] {
        var domains = [host]
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            domains.append(String(rest))
        }
        return domains
    }
}

/// How many cookies are kept; RFC 6265 §6.1 asks for at least 50 and 3,000.
public struct CookieLimits: Hashable, Sendable {
    public var perDomain: Int
    public var total: Int

    /// 180 for a domain and 3,000 in all, as browsers have it.
    public init(perDomain: Int = 180, total: Int = 3_000) {
        self.perDomain = max(perDomain, 0)
        self.total = max(total, 0)
    }
}
