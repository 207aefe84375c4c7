import VencejoCore
import VencejoHTTP

/// Whether one stored answer will do for a request (RFC 9111 §4, §5.2.1).
struct Judgement: Sendable {
    enum Verdict: Sendable, Hashable {
        case fresh
        case stale(ResponseSource.Reason)
        case staleMeanwhile
        case notUsable
        case refused
    }

    /// An answer, and the part of it that is asked for.
    struct Choice: Sendable, Hashable {
        let response: StoredResponse
        let part: ClosedRange<Int>?
    }

    let verdict: Verdict
    /// What may be given where the server cannot answer.
    let fallback: StoredResponse?
    /// Nil where the clock says that the answer has not come yet.
    let age: Int?

    init(_ query: CacheQuery, _ response: StoredResponse, _ now: Int) {
        let terms = response.terms
        age = terms.age(at: now)
        let staleness = age.map { $0 - terms.lifetime }
        // What nobody may use without asking.
        let mustAsk = terms.noCache || response.isInvalidated || staleness == nil
        let isFresh = !mustAsk && (staleness ?? 0) < 0
        let mayBeStale = !mustAsk && (isFresh || !terms.mustRevalidate)
        fallback = Self.mayFallBack(query, terms, staleness ?? .max) && mayBeStale ? response : nil
        let verdict = Self.verdict(
            query,
            terms,
            age ?? .max,
            staleness ?? .max,
            isFresh: isFresh,
            mayBeStale: mayBeStale
        )
        let isForbidden = query.control.onlyIfCached || query.policy == .offline
        self.verdict = verdict == .notUsable && isForbidden ? .refused : verdict
    }

    private static func verdict(
        _ query: CacheQuery,
        _ terms: CacheTerms,
        _ age: Int,
        _ staleness: Int,
        isFresh: Bool,
        mayBeStale: Bool
    ) -> Verdict {
        let control = query.control
        switch query.policy.way {
        case .networkFirst, .reload, .none: return .notUsable
        case .revalidate: return isFresh && terms.isImmutable ? .fresh : .notUsable
        case .cacheFirst, .offline:
            if isFresh { return .fresh }
            return mayBeStale ? .stale(.accepted) : .notUsable
        case .staleWhileRevalidate:
            if isFresh { return .fresh }
            return mayBeStale ? .staleMeanwhile : .notUsable
        case .standard: break
        }
        guard !control.noCache, !control.noStore else { return .notUsable }
        // RFC 8246: while it is fresh it cannot have changed, so `max-age=0` asks for nothing.
        let isYoungEnough = (terms.isImmutable && isFresh) || age <= control.maxAge ?? .max
        guard isYoungEnough else { return .notUsable }
        if isFresh, -staleness >= control.minFresh ?? 0 { return .fresh }
        guard mayBeStale, control.minFresh == nil else { return .notUsable }
        if let limit = control.maxStale, staleness <= limit { return .stale(.accepted) }
        // A caller that gives a limit of age does not want what is stale (§5.2.1.1).
        guard control.maxAge == nil, let window = terms.staleWhileRevalidate, staleness < window
        else { return .notUsable }
        return .staleMeanwhile
    }

    /// RFC 5861 §4; the policy of the caller says more.
    private static func mayFallBack(
        _ query: CacheQuery,
        _ terms: CacheTerms,
        _ staleness: Int
    ) -> Bool {
        switch query.policy.way {
        case .networkFirst: return true
        case .reload, .none: return false
        default:
            guard !query.control.noCache, !query.control.noStore else { return false }
            let window = max(terms.staleIfError ?? -1, query.control.staleIfError ?? -1)
            return window >= 0 && staleness <= window
        }
    }

    /// The newest of the answers that the request would be given (RFC 9111 §4.1).
    static func choose(_ query: CacheQuery, _ stored: [StoredResponse]) -> Choice? {
        var best: Choice?
        for response in stored where response.selection.accepts(query.headers) {
            guard let part = part(of: response, query) else { continue }
            if let other = best?.response, !response.isNewer(than: other) { continue }
            best = Choice(response: response, part: part.bytes)
        }
        return best
    }

    private struct Part: Sendable {
        let bytes: ClosedRange<Int>?
    }

    /// What of an answer is asked for; nil where it is not held.
    private static func part(of response: StoredResponse, _ query: CacheQuery) -> Part? {
        guard query.isPartial, Precondition.rangeHolds(query.headers, response),
            response.status == .ok || response.isPartial
        else { return response.isPartial ? nil : Part(bytes: nil) }
        // What is held is decoded: ranges count the bytes before (RFC 9110 §14.1.2).
        guard let part = query.part, !response.headers.contains(.contentEncoding) else {
            return nil
        }
        let held = response.range?.bytes ?? 0...max(0, response.length - 1)
        let total = response.isPartial ? response.range?.completeLength : response.length
        guard let wanted = part.bytes(of: total), response.length > 0,
            held.lowerBound <= wanted.lowerBound, wanted.upperBound <= held.upperBound
        else { return nil }
        return Part(bytes: wanted)
    }
}

extension StoredResponse {
    /// Whether this one was made later; the later stored one of two of the same moment.
    func isNewer(than other: StoredResponse) -> Bool {
        (terms.date, received, id) > (other.terms.date, other.received, other.id)
    }
}

extension ByteRanges.Part {
    /// The bytes that are meant; nil where none are, or the length would have to be known.
    func bytes(of total: Int?) -> ClosedRange<Int>? {
        switch self {
        case .between(let range):
            guard let total else { return range }
            return range.lowerBound < total
                ? range.lowerBound...min(range.upperBound, total - 1) : nil
        case .from(let first):
            guard let total, first < total else { return nil }
            return first...(total - 1)
        case .last(let count):
            guard let total, total > 0, count > 0 else { return nil }
            return max(0, total - count)...(total - 1)
        }
    }
}

/// The conditions of a request that a cache can judge (RFC 9110 §13.1, RFC 9111 §4.3.2).
enum Precondition: Sendable {
    /// Whether the caller has the answer already.
    static func isMet(_ headers: Headers, _ response: StoredResponse) -> Bool {
        guard response.status == .ok else { return false }
        let tags = headers.values(of: .ifNoneMatch)
        if !tags.isEmpty {
            let list = tags.joined(separator: ", ")
            if list.trimmingBlanks == "*" { return true }
            guard let tag = response.entityTag else { return false }
            return EntityTag.list(list).contains { $0.weaklyMatches(tag) }
        }
        let now = response.received
        guard let since = headers.date(.ifModifiedSince, now: now) else { return false }
        let changed =
            response.headers.date(.lastModified, now: now)
            ?? HTTPDate(secondsSince1970: response.terms.date)
        return changed <= since
    }

    /// Whether the part may be cut from this answer (RFC 9110 §13.1.5).
    static func rangeHolds(_ headers: Headers, _ response: StoredResponse) -> Bool {
        guard let condition = headers[.ifRange] else { return true }
        if let tag = EntityTag(condition) {
            return response.entityTag.map { tag.stronglyMatches($0) } ?? false
        }
        let changed = response.headers[.lastModified]
        return changed != nil && changed?.trimmingBlanks == condition.trimmingBlanks
    }
}
