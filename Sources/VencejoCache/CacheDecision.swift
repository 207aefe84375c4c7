package import VencejoCore
package import VencejoHTTP

/// What to do with a request, before anybody was asked.
///
///     request + stored answers + now ──► answer ─┬─────────────────► caller
///                                        refresh ┴─► server, meanwhile
///                                        ask ──────► server ──► settle
///                                        refuse ───────────────────► 504
package enum CacheDecision: Sendable, Hashable {
    /// Give what is stored.
    case answer(CacheUse)
    /// Give what is stored, and ask the server for the next call.
    case refresh(CacheUse, CacheQuestion)
    /// Ask the server.
    case ask(CacheQuestion)
    /// Nothing stored will do, and the server is not to be asked (RFC 9111 §5.2.1.7).
    case refuse

    /// Decides (RFC 9111 §4); a pure function.
    ///
    /// - Parameters:
    ///   - stored: What is stored under the request's key.
    ///   - now: Seconds since 1970.
    package init(_ query: CacheQuery, stored: [StoredResponse], now: Int) {
        var question = CacheQuestion()
        question.maySave = !query.control.noStore && (!query.isPartial || query.part != nil)
        if query.isForOrigin {
            self = .ask(question)
            return
        }
        let choice = Judgement.choose(query, stored)
        guard let choice, !(query.isPartial && query.part == nil) else {
            self = Self.withoutStored(query, stored, question)
            return
        }
        let judgement = Judgement(query, choice.response, now)
        if query.policy.way == .reload {
            question.fields = [HeaderField(.cacheControl, "no-cache")]
            self = .ask(question)
            return
        }
        question.fallback = judgement.fallback
        let use = CacheUse(choice, query, age: judgement.age ?? 0, source: .cache)
        switch judgement.verdict {
        case .fresh:
            self = .answer(use)
        case .stale(let reason):
            self = .answer(use.from(.stale(reason)))
        case .staleMeanwhile:
            let asked = CacheQuestion.validating(query, choice.response, question)
            self = .refresh(use.from(.stale(.revalidating)), asked)
        case .refused:
            self = .refuse
        case .notUsable:
            self = .ask(CacheQuestion.validating(query, choice.response, question))
        }
    }

    private static func withoutStored(
        _ query: CacheQuery,
        _ stored: [StoredResponse],
        _ question: CacheQuestion
    ) -> CacheDecision {
        if query.control.onlyIfCached || query.policy == .offline { return .refuse }
        var question = question
        if query.policy == .reload {
            question.fields = [HeaderField(.cacheControl, "no-cache")]
        } else if let rest = CacheQuestion.completing(query, stored, question) {
            question = rest
        }
        return .ask(question)
    }
}

/// A stored answer, as it is given.
package struct CacheUse: Sendable, Hashable {
    package let response: StoredResponse
    /// Seconds (RFC 9111 §4.2.3).
    package var age: Int
    package var source: ResponseSource
    /// The bytes that are given, counted from the beginning of the resource; nil for all.
    package let part: ClosedRange<Int>?
    /// Whether 304 is the answer, for the caller has it already (RFC 9111 §4.3.2).
    package let isNotModified: Bool

    init(_ choice: Judgement.Choice, _ query: CacheQuery, age: Int, source: ResponseSource) {
        response = choice.response
        part = choice.part
        self.age = age
        self.source = source
        isNotModified = query.isConditional && Precondition.isMet(query.headers, choice.response)
    }

    /// The same from another source.
    package func from(_ source: ResponseSource) -> CacheUse {
        var copy = self
        copy.source = source
        return copy
    }

    /// The same of an answer that has been brought up to date.
    package func of(_ response: StoredResponse, age: Int) -> CacheUse {
        CacheUse(
            response: response,
            age: age,
            source: .validated,
            part: part,
            isNotModified: isNotModified
        )
    }

    private init(
        response: StoredResponse,
        age: Int,
        source: ResponseSource,
        part: ClosedRange<Int>?,
        isNotModified: Bool
    ) {
        self.response = response
        self.age = age
        self.source = source
        self.part = part
        self.isNotModified = isNotModified
    }
}

/// What the server is asked, and what its answer means.
package struct CacheQuestion: Sendable, Hashable {
    /// Fields that are added to the request.
    package var fields: [HeaderField] = []
    /// The answer that these fields ask about.
    package var validated: StoredResponse?
    /// The part that is held already, where only the rest is asked for (RFC 9111 §3.4).
    package var completed: StoredResponse?
    /// What may be given where the server cannot answer.
    package var fallback: StoredResponse?
    /// Whether the answer may be stored.
    package var maySave = true

    package init() {}

    /// Asks whether an answer has changed, where it can be asked (RFC 9111 §4.3.1).
    static func validating(
        _ query: CacheQuery,
        _ response: StoredResponse,
        _ question: CacheQuestion
    ) -> CacheQuestion {
        // A HEAD brings fields for what is stored; the caller's own conditions go as they are; a
        // part is asked for as if nothing were stored.
        guard query.method != .head, !query.isConditional, !query.isPartial else { return question }
        var question = question
        question.fields = response.conditions
        if !question.fields.isEmpty { question.validated = response }
        return question
    }

    /// Asks for what is missing of an answer of which the beginning is held.
    static func completing(
        _ query: CacheQuery,
        _ stored: [StoredResponse],
        _ question: CacheQuestion
    ) -> CacheQuestion? {
        guard query.method == .get, !query.isPartial, !query.isConditional, question.maySave,
            let held = stored.first(where: { held in
                held.range?.bytes?.lowerBound == 0 && held.strongTag != nil
                    && held.selection.accepts(query.headers)
            }),
            let tag = held.strongTag, let end = held.range?.bytes?.upperBound
        else { return nil }
        var question = question
        question.fields = [
            HeaderField(.range, "bytes=\(end + 1)-"), HeaderField(.ifRange, tag.description),
        ]
        question.completed = held
        return question
    }
}
