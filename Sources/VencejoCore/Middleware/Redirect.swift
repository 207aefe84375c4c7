import VencejoHTTP

/// Following of redirects, the same for every transport (RFC 9110 §15.4).
public struct Redirect: Middleware {
    private let limit: Int

    /// Follows at most `limit` redirects of one call.
    public init(limit: Int = 20) {
        self.limit = limit
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        var machine = RedirectMachine(request, limit: limit)
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

    package init(_ request: Request, limit: Int) {
        self.request = request
        self.limit = limit
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
        switch RedirectDecision.of(response.status, headers: response.headers, to: request) {
        case .answer: .answer
        case .refuse(let failure): .refuse(failure)
        case .follow(let next): follow(next, response)
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
