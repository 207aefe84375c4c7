public import VencejoHTTP

/// Following of redirects, the same for every transport (RFC 9110 §15.4).
///
/// To another origin, which is another scheme, host or port, go no credentials: no
/// `Authorization`, `Cookie` or `Proxy-Authorization`, nothing that `.authenticate` added, and no
/// field whose name says that it holds a secret, such as `X-Api-Key`, `X-Session` or
/// `X-CSRF-Token`.
public struct Redirect: Middleware {
    private let limit: Int
    private let kept: Set<HeaderName>

    /// Follows at most `limit` redirects of one call.
    ///
    /// - Parameters:
    ///   - limit: How many; one more is an error.
    ///   - kept: Fields of the caller's that go to other origins too, although their names look
    ///     like those of credentials.
    public init(limit: Int = 20, keeping kept: Set<HeaderName> = []) {
        self.limit = limit
        self.kept = kept
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        var machine = RedirectMachine(request, limit: limit, keeping: kept)
        let watch = request.timeouts.total.map { ($0, CallWatch(request.context.time)) }
        while true {
            var response = try await next(machine.request)
            let decision = machine.receive(response)
            response.hops = machine.hops
            switch decision {
            case .answer:
                return response
            case .follow:
                response.request.report(.redirected(to: machine.request.url))
                await response.body.discard()
                try checkCancellation(machine.request)
                if let (total, watch) = watch { try machine.spend(watch.spent, of: total) }
            case .refuse(let failure):
                throw NetworkError(
                    .redirect(failure),
                    request: response.request,
                    response: response
                )
            }
        }
    }

    private func checkCancellation(_ request: Request) throws(NetworkError) {
        if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
    }
}

/// What has been asked so far, and what to ask next.
package struct RedirectMachine: Sendable {
    package private(set) var request: Request
    package private(set) var hops: [Hop] = []
    private var visited: Set<Visit> = []
    private let limit: Int
    private let kept: Set<HeaderName>

    /// What one answer leads to; after `follow` the machine holds the next request.
    package enum Step: Sendable, Hashable {
        case answer
        case follow
        case refuse(NetworkError.RedirectFailure)
    }

    private struct Visit: Sendable, Hashable {
        let method: HTTPMethod
        let url: URI
    }

    package init(_ request: Request, limit: Int, keeping kept: Set<HeaderName> = []) {
        self.request = request
        self.limit = limit
        self.kept = kept
    }

    /// Leaves the next request what is left of the whole call's time.
    package mutating func spend(
        _ spent: Duration,
        of total: Duration?
    ) throws(NetworkError) {
        guard let total else { return }
        guard spent < total else { throw NetworkError(.timedOut(.total), request: request) }
        request.timeouts.total = total - spent
    }

    package mutating func receive(_ response: Response) -> Step {
        let decision = RedirectDecision.of(
            response.status,
            headers: response.headers,
            to: request,
            keeping: kept
        )
        switch decision {
        case .answer: return .answer
        case .refuse(let failure): return .refuse(failure)
        case .follow(let next): return follow(next, response)
        }
    }

    private mutating func follow(_ next: Request, _ response: Response) -> Step {
        guard hops.count < limit else { return .refuse(.tooMany(limit: limit)) }
        // Most calls are never redirected: the first address is written down only now.
        if hops.isEmpty {
            visited.insert(Visit(method: request.method, url: request.url.withoutFragment))
        }
        let visit = Visit(method: next.method, url: next.url.withoutFragment)
        let isNew = visited.insert(visit).inserted
        // A server that sets a cookie and sends back to the same page is not going in circles.
        guard isNew || response.headers.contains(.setCookie) else { return .refuse(.loop) }
        hops.append(Hop(status: response.status, from: request.url, to: next.url))
        request = next
        return .follow
    }
}
