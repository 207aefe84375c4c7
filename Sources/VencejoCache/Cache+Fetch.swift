import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// A request that goes to the server, with all that is known about it.
struct Asking: Sendable {
    let query: CacheQuery
    var question: CacheQuestion
    var stored: [StoredResponse]
    let request: Request

    init(
        _ query: CacheQuery,
        _ question: CacheQuestion,
        _ stored: [StoredResponse],
        _ request: Request
    ) {
        self.query = query
        self.question = question
        self.stored = stored
        self.request = request
    }

    /// The request with the fields that ask.
    var sent: Request {
        var sent = request
        for field in question.fields {
            if field.name == .cacheControl {
                sent.headers.setIfAbsent(field.name, field.value)
            } else {
                sent.headers[field.name] = field.value
            }
        }
        return sent
    }

    /// The same without conditions.
    var plain: Asking {
        var plain = CacheQuestion()
        plain.maySave = question.maySave
        plain.fallback = question.fallback
        return Asking(query, plain, stored, request)
    }
}

extension Cache {
    /// Asks the server, keeps what may be kept, and gives what is right.
    func fetch(_ asking: Asking, _ next: @escaping Next) async throws(NetworkError) -> Response {
        let time = asking.request.context.time
        let tags = asking.request.context.cacheTags
        let ticket = cache.work.begin(asking.query.key, tags: tags)
        let requested = time.secondsSince1970
        let response: Response
        do throws(NetworkError) {
            response = try await next(asking.sent)
        } catch {
            if let kind = error.unanswered, let fallback = asking.question.fallback,
                let answer = try await fallBack(on: fallback, kind, asking)
            {
                return answer
            }
            throw error
        }
        let reply = CacheReply(response, requested: requested, received: time.secondsSince1970)
        let outcome = CacheOutcome(
            asking.query,
            asking.question,
            reply,
            stored: asking.stored,
            tags: tags
        )
        return try await act(outcome, asking, response, ticket, next)
    }

    private func act(
        _ outcome: CacheOutcome,
        _ asking: Asking,
        _ response: Response,
        _ ticket: CacheWork.Ticket,
        _ next: @escaping Next
    ) async throws(NetworkError) -> Response {
        if ticket.isGood {
            for updated in outcome.updated { await cache.store.update(updated) }
        }
        switch outcome.answer {
        case .response:
            return await keep(outcome, response, ticket)
        case .stored(let updated):
            let now = asking.request.context.time.secondsSince1970
            let choice = Judgement.Choice(response: updated, part: nil)
            let use = CacheUse(
                choice,
                asking.query,
                age: updated.terms.age(at: now) ?? 0,
                source: .validated
            )
            if let answer = try await answer(use, asking.request) {
                await response.body.discard()
                return answer.asked(like: response)
            }
            await cache.store.remove([updated])
            return try await fetch(asking.plain, next)
        case .fallback(let stored, let kind):
            if let answer = try await fallBack(on: stored, kind, asking) {
                await response.body.discard()
                return answer
            }
            return response
        case .combined(let held, let whole):
            guard let beginning = await cache.store.body(of: held)?.whole(),
                beginning.count + response.body.count == whole.length
            else {
                await cache.store.remove([held])
                return try await fetch(asking.plain, next)
            }
            return await combined(beginning, whole, outcome, response, ticket)
        case .again:
            await response.body.discard()
            return try await fetch(asking.plain, next)
        }
    }

    /// What is stored, for the server failed; nil where its body is gone.
    private func fallBack(
        on stored: StoredResponse,
        _ kind: NetworkError.Kind,
        _ asking: Asking
    ) async throws(NetworkError) -> Response? {
        guard
            let choice = Judgement.choose(asking.query, [stored]),
            let age = stored.terms.age(at: asking.request.context.time.secondsSince1970)
        else { return nil }
        let source = ResponseSource.stale(.failed(kind))
        return try await answer(
            CacheUse(choice, asking.query, age: age, source: source),
            asking.request
        )
    }

    /// Keeps the server's answer, whole or while it is read.
    private func keep(
        _ outcome: CacheOutcome,
        _ response: Response,
        _ ticket: CacheWork.Ticket
    ) async -> Response {
        guard var save = outcome.save else { return response }
        let replaced = outcome.replaced
        guard response.body.isStream else {
            await keep(save, response.body.bytes, replaced, ticket)
            return response
        }
        save.length = 0
        guard let writer = await cache.store.begin(save) else { return response }
        var response = response
        let isDecoded = response.headers.contains(.contentEncoding)
        let expected = isDecoded ? nil : response.headers[.contentLength].flatMap { Int($0) }
        let (url, store) = (save.key.url, cache.store)
        let kept = KeptBody(response.body.stream, writer, expected: expected) { writer in
            guard ticket.isGood else { return writer.abandon() }
            await writer.commit(replacing: replaced)
            if !ticket.isGood { await store.remove(.url(url)) }
        }
        response.body = ResponseBody(
            BodyStream(kept),
            undecodedCodings: response.body.undecodedCodings
        )
        return response
    }

    /// Keeps an answer, unless its address changed while it was on the way or being written.
    private func keep(
        _ response: StoredResponse,
        _ body: [UInt8],
        _ replaced: [StoredResponse],
        _ ticket: CacheWork.Ticket
    ) async {
        guard ticket.isGood else { return }
        await cache.store.save(response, body, replacing: replaced)
        if !ticket.isGood { await cache.store.remove(.url(response.key.url)) }
    }

    private func combined(
        _ beginning: [UInt8],
        _ whole: StoredResponse,
        _ outcome: CacheOutcome,
        _ response: Response,
        _ ticket: CacheWork.Ticket
    ) async -> Response {
        let bytes = beginning + response.body.bytes
        await keep(whole, bytes, outcome.replaced, ticket)
        var answer = response
        answer.status = .ok
        answer.headers = whole.headers
        answer.body = ResponseBody(bytes, undecodedCodings: whole.undecodedCodings)
        return answer
    }

    /// Asks in the background, once at a time for each key; what comes of it is reported.
    func refresh(
        _ query: CacheQuery,
        _ question: CacheQuestion,
        _ request: Request,
        _ next: @escaping Next
    ) {
        guard cache.work.ask(query.key) else { return }
        var asked = request
        // Read through and never held, however long it is.
        asked.delivery = .stream
        let asking = Asking(query, question, [], asked)
        // Detached: the caller's deadline is not that of the next call's answer.
        Task.detached(executorPreference: TaskHome.executor) {
            let result = await typed { () throws(NetworkError) in
                var asking = asking
                asking.stored = await cache.store.responses(for: query.key)
                let response = try await fetch(asking, next)
                if response.body.isStream {
                    for try await _ in response.body.stream {}
                }
                guard response.status.code < 500 else {
                    throw NetworkError(
                        .status(response.status),
                        request: asked,
                        response: response
                    )
                }
            }
            switch result {
            case .success: request.report(.revalidated(failure: nil))
            case .failure(let error): request.report(.revalidated(failure: error.kind))
            }
            cache.work.answered(query.key)
        }
    }
}

extension Response {
    /// This answer of the cache, with what it took to ask the server.
    fileprivate func asked(like other: Response) -> Response {
        var answer = self
        answer.timings = other.timings
        answer.attempts = other.attempts
        answer.informational = other.informational
        return answer
    }
}

extension NetworkError {
    /// The kind, if the server gave no answer that could be used, and the caller still waits.
    fileprivate var unanswered: Kind? {
        switch kind {
        case .noConnection, .timedOut, .circuitOpen, .overloaded, .invalidResponse, .tls, .proxy:
            kind
        case .status(let status) where [500, 502, 503, 504].contains(status.code): kind
        default: nil
        }
    }
}
