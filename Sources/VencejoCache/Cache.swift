import VencejoConcurrency
public import VencejoCore
import VencejoHTTP

/// Answers that are used again while they are good (RFC 9111): a private cache.
///
///     request ──► CacheDecision ──► answer, ask, or refuse
///                     ask ──► server ──► CacheOutcome ──► store, answer
///
/// Every answer says where it came from: see `Response.source` and `Response.age`. A client
/// follows redirects around this layer, so each answer is kept under its own address. What is
/// written inside it in the pipeline sees only what the store could not answer.
public struct Cache: Middleware {
    let cache: ResponseCache
    let policy: CachePolicy

    /// A layer over stored answers, with what holds for calls that say nothing else.
    public init(_ cache: ResponseCache = .memory(), policy: CachePolicy = .standard) {
        self.cache = cache
        self.policy = policy
    }

    public func intercept(
        _ request: Request,
        next: @escaping Next
    ) async throws(NetworkError) -> Response {
        // Another protocol is asked for: that is no answer to keep.
        if request.delivery.isUpgrade { return try await next(request) }
        let policy = request.context.cachePolicy ?? policy
        guard let query = CacheQuery(request, policy: policy) else {
            return try await passed(request, policy, next)
        }
        let stored = await cache.store.responses(for: query.key)
        return try await decided(query, stored, request, next)
    }

    /// Does what is right with these answers at hand.
    private func decided(
        _ query: CacheQuery,
        _ stored: [StoredResponse],
        _ request: Request,
        _ next: @escaping Next
    ) async throws(NetworkError) -> Response {
        let now = request.context.time.secondsSince1970
        switch CacheDecision(query, stored: stored, now: now) {
        case .answer(let use):
            if let answer = try await answer(use, request) { return answer }
            return try await missed(use, query, stored, request, next)
        case .refresh(let use, let question):
            guard let answer = try await answer(use, request) else {
                return try await missed(use, query, stored, request, next)
            }
            refresh(query, question, request, next)
            return answer
        case .ask(let question):
            return try await fetch(Asking(query, question, stored, request), next)
        case .refuse:
            return unavailable(request)
        }
    }

    /// Nothing will do, and the server is not to be asked (RFC 9111 §5.2.1.7).
    private func unavailable(_ request: Request) -> Response {
        request.report(.cached(.unavailable))
        var response = Response(status: .gatewayTimeout, request: request)
        response.source = .unavailable
        response.attempts = 0
        return response
    }

    /// A call that no stored answer is for; it may make some invalid (RFC 9111 §4.4).
    private func passed(
        _ request: Request,
        _ policy: CachePolicy,
        _ next: Next
    ) async throws(NetworkError) -> Response {
        if policy == .offline { return unavailable(request) }
        let requested = request.context.time.secondsSince1970
        let response = try await next(request)
        let invalidation = Invalidation(request, response)
        for url in invalidation.urls { _ = await cache.invalidate(.url(url)) }
        for tag in invalidation.tags { _ = await cache.invalidate(.tag(tag)) }
        if policy != .none { await keepPosted(request, response, requested) }
        return response
    }

    /// The answer to a POST that says that it is what a GET would get (RFC 9110 §9.3.3).
    private func keepPosted(_ request: Request, _ response: Response, _ requested: Int) async {
        guard request.method == .post, response.status == .ok, !response.body.isStream,
            let location = response.headers[.contentLocation],
            request.url.resolving(location) == request.url.withoutFragment,
            let key = CacheKey(gettingWhat: request)
        else { return }
        let now = request.context.time.secondsSince1970
        let reply = CacheReply(response, requested: requested, received: now)
        let control = CacheControl(request.headers.values(of: .cacheControl))
        guard !control.noStore,
            let save = CacheOutcome.storable(
                key,
                .post,
                reply,
                asked: request.headers,
                request.context.cacheTags
            ), save.terms.isExplicit
        else { return }
        await cache.store.save(save, response.body.bytes, replacing: [])
    }

    /// What is stored, as an answer; nil where its body is gone.
    func answer(_ use: CacheUse, _ request: Request) async throws(NetworkError) -> Response? {
        var body = ResponseBody()
        let codings = use.response.undecodedCodings
        if use.hasBody(request.method) {
            guard let stored = await cache.store.body(of: use.response) else { return nil }
            switch (stored, request.delivery) {
            case (.bytes(let bytes), .whole), (.bytes(let bytes), .upgrade):
                let given = use.cut.map { Array(bytes[$0.clamped(to: 0..<bytes.count)]) } ?? bytes
                body = ResponseBody(given, undecodedCodings: codings)
            case (.pieces(let source), .stream):
                let given: any BodySource = use.cut.map { BodyCut(source, $0) } ?? source
                body = ResponseBody(BodyStream(given), undecodedCodings: codings)
            case (.bytes(let bytes), .stream):
                let given = use.cut.map { Array(bytes[$0.clamped(to: 0..<bytes.count)]) } ?? bytes
                let stream = ResponseBody(given).stream
                body = ResponseBody(stream, undecodedCodings: codings)
            case (.pieces, .whole), (.pieces, .upgrade):
                guard use.response.length <= request.maximumResponseBytes else {
                    throw NetworkError(
                        .bodyTooLarge(limit: request.maximumResponseBytes),
                        request: request
                    )
                }
                guard let bytes = await stored.whole() else { return nil }
                let given = use.cut.map { Array(bytes[$0.clamped(to: 0..<bytes.count)]) } ?? bytes
                body = ResponseBody(given, undecodedCodings: codings)
            }
            guard body.isStream || body.count <= request.maximumResponseBytes else {
                throw NetworkError(
                    .bodyTooLarge(limit: request.maximumResponseBytes),
                    request: request
                )
            }
        }
        request.report(.cached(use.source))
        return use.made(for: request, body)
    }

    /// The body of what was decided on is gone: it is forgotten, and the rest decides.
    private func missed(
        _ use: CacheUse,
        _ query: CacheQuery,
        _ stored: [StoredResponse],
        _ request: Request,
        _ next: @escaping Next
    ) async throws(NetworkError) -> Response {
        await cache.store.remove([use.response])
        // One less each time, whether the store could forget it or not.
        let rest = stored.filter { $0.id != use.response.id }
        return try await decided(query, rest, request, next)
    }
}

extension Cache: PlacedMiddleware {
    package var role: PipelineRole { .cache }
}

extension Layer {
    /// Uses answers again while they are good: `.cache(.memory(megabytes: 20))`.
    ///
    /// - Parameters:
    ///   - cache: Where they are stored; clients that share it share its answers.
    ///   - policy: What holds for calls that say nothing else.
    public static func cache(
        _ cache: ResponseCache = .memory(),
        policy: CachePolicy = .standard
    ) -> Layer {
        Layer(Cache(cache, policy: policy))
    }
}
