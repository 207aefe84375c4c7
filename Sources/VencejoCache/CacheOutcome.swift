package import VencejoCore
package import VencejoHTTP

/// What came of asking the server: what to give, and what to change in the store.
package struct CacheOutcome: Sendable, Hashable {
    package enum Answer: Sendable, Hashable {
        /// What the server said.
        case response
        /// What is stored, brought up to date.
        case stored(StoredResponse)
        /// What is stored, for the server failed.
        case fallback(StoredResponse, NetworkError.Kind)
        /// The bytes that are stored and those that came, as one answer.
        case combined(StoredResponse, with: StoredResponse)
        /// Neither: ask again without conditions.
        case again
    }

    package var answer = Answer.response
    /// Keep the server's answer, with these terms.
    package var save: StoredResponse?
    /// Forget these, now or when what is kept takes their place.
    package var replaced: [StoredResponse] = []
    /// Change the fields of these.
    package var updated: [StoredResponse] = []
}

/// The server's answer without its body, and when it was asked and came.
package struct CacheReply: Sendable {
    package let response: Response
    /// The fields of the request as it left.
    package let sent: Headers
    package let requested: Int
    package let received: Int
    /// The bytes of the body, where it is there whole.
    package let length: Int?

    package init(_ response: Response, requested: Int, received: Int) {
        self.response = response
        sent = response.request.headers
        self.requested = requested
        self.received = received
        length = response.body.isStream ? nil : response.body.count
    }
}

extension CacheOutcome {
    /// Decides what an answer of the server means (RFC 9111 §3, §4.3); a pure function.
    package init(
        _ query: CacheQuery,
        _ question: CacheQuestion,
        _ reply: CacheReply,
        stored: [StoredResponse],
        tags: Set<String> = []
    ) {
        let status = reply.response.status
        if status == .notModified {
            self = Self.notModified(query, question, reply, stored)
            return
        }
        if let fallback = question.fallback, Self.failures.contains(status.code) {
            answer = .fallback(fallback, .status(status))
            return
        }
        if query.method == .head {
            self = Self.head(query, reply, stored)
            return
        }
        if let held = question.completed, let whole = Self.completed(held, query, reply) {
            answer = .combined(held, with: whole)
            replaced = Self.selected(query, stored)
            return
        }
        // Only the rest was asked for, and something else came.
        if question.completed != nil, status == .partialContent || status.code == 416 {
            answer = .again
            return
        }
        guard question.maySave,
            let save = Self.storable(query.key, query.method, reply, asked: query.headers, tags)
        else { return }
        self.save = save
        replaced = Self.selected(query, stored).filter { !save.isPartial || $0.isPartial }
    }

    /// RFC 5861 §4.
    private static let failures: Set<Int> = [500, 502, 503, 504]

    /// The stored answers that the request would have been given, and does not get any more.
    private static func selected(
        _ query: CacheQuery,
        _ stored: [StoredResponse]
    ) -> [StoredResponse] {
        stored.filter { $0.selection.accepts(query.headers) || $0.selection.isNever }
    }

    // RFC 9111 §4.3.3, §4.3.4
    private static func notModified(
        _ query: CacheQuery,
        _ question: CacheQuestion,
        _ reply: CacheReply,
        _ stored: [StoredResponse]
    ) -> CacheOutcome {
        var outcome = CacheOutcome()
        let news = reply.response.headers
        let mark = news.values(of: .etag).first
        if let validated = question.validated {
            // A strong tag names the answer that is meant, and this is another one. The same text
            // is the rule.
            if let mark, mark != validated.headers.values(of: .etag).first,
                let tag = EntityTag(mark), !tag.isWeak, let own = validated.entityTag,
                !own.weaklyMatches(tag)
            {
                outcome.answer = .again
                return outcome
            }
            let updated = validated.updated(
                by: news,
                requested: reply.requested,
                received: reply.received
            )
            outcome.answer = .stored(updated)
            if question.maySave { outcome.updated = [updated] }
            return outcome
        }
        // The caller's own question: what is stored may learn from the answer.
        guard question.maySave, let tag = mark.flatMap({ EntityTag($0) }), !tag.isWeak else {
            return outcome
        }
        outcome.updated = selected(query, stored).filter { $0.strongTag == tag }.map {
            $0.updated(by: news, requested: reply.requested, received: reply.received)
        }
        return outcome
    }

    // RFC 9111 §4.3.5
    private static func head(
        _ query: CacheQuery,
        _ reply: CacheReply,
        _ stored: [StoredResponse]
    ) -> CacheOutcome {
        var outcome = CacheOutcome()
        guard reply.response.status == .ok else { return outcome }
        let news = reply.response.headers
        for held in selected(query, stored) where held.status == .ok {
            let isSame = [HeaderName.etag, .lastModified, .contentLength].allSatisfy { name in
                !news.contains(name) || news[name] == held.headers[name]
            }
            if isSame {
                outcome.updated.append(
                    held.updated(by: news, requested: reply.requested, received: reply.received)
                )
            } else {
                var stale = held
                stale.isInvalidated = true
                outcome.updated.append(stale)
            }
        }
        return outcome
    }

    /// The whole of a resource whose beginning is held and whose rest has come (RFC 9111 §3.4).
    private static func completed(
        _ held: StoredResponse,
        _ query: CacheQuery,
        _ reply: CacheReply
    ) -> StoredResponse? {
        let news = reply.response.headers
        guard reply.response.status == .partialContent, let length = reply.length,
            let range = news[.contentRange].flatMap({ ContentRange($0) }),
            let bytes = range.bytes, let total = range.completeLength,
            let end = held.range?.bytes?.upperBound, bytes.lowerBound == end + 1,
            bytes.upperBound == total - 1, length == bytes.count,
            let tag = held.strongTag,
            news.values(of: .etag).first.flatMap({ EntityTag($0) }) == tag
        else { return nil }
        var whole = held.updated(by: news, requested: reply.requested, received: reply.received)
        whole.status = .ok
        whole.range = nil
        whole.length = total
        whole.headers.remove(.contentRange)
        whole.headers[.contentLength] = String(total)
        return whole
    }
}

extension HTTPStatus {
    static let partialContent: HTTPStatus = 206
}
