import VencejoConcurrency
import VencejoHTTP

/// Calls at a pace that the server can take, each host for itself.
///
///     policy                                     what it does
///     .perHost                                   learns from RateLimit and Retry-After fields
///     .perHost(perSecond: 10, burst: 5)          and never sends faster than this
///     .perHost(concurrent: 4)                    and never more than so many at once
///
/// A server that tells its limit is never asked faster than it allows, so it has no reason to
/// answer 429. Waiting counts towards `timeouts.queue`, in the order in which the calls came.
public struct Pace: Middleware {
    private let policy: PacePolicy
    private let hosts: PacedHosts

    public init(_ policy: PacePolicy = .perHost) {
        self.policy = policy
        hosts = PacedHosts(policy)
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        if request.context.skips.contains(.pace) { return try await next(request) }
        let host = hosts[request.url.origin]
        try await Self.passing(host.line, request) { () throws(NetworkError) in
            try await host.wait(for: request)
        }
        guard let places = host.places else { return try await answered(host, request, next) }
        return try await Self.passing(places, request) { () throws(NetworkError) in
            try await answered(host, request, next)
        }
    }

    private func answered(
        _ host: PacedHost,
        _ request: Request,
        _ next: Next
    ) async throws(NetworkError) -> Response {
        let response = try await next(request)
        host.learn(from: response, request.context.time)
        return response
    }

    private static func passing<Value>(
        _ turnstile: Turnstile,
        _ request: Request,
        _ body: () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        if !turnstile.enterAtOnce() {
            request.report(.queued(.pace))
            guard await turnstile.enter() else {
                throw NetworkError(.cancelled, request: request)
            }
        }
        defer { turnstile.leave() }
        return try await body()
    }
}

/// How calls are paced; see ``Pace``.
public struct PacePolicy: Sendable, Hashable {
    var perSecond: Double?
    var burst = 1
    var concurrent: Int?

    /// As fast as the server says, each host for itself.
    public static let perHost = PacePolicy()

    /// As fast as the server says, and within bounds of one's own.
    ///
    /// - Parameters:
    ///   - perSecond: The calls a second; nil leaves it to the server.
    ///   - burst: How many may go at once after a quiet time.
    ///   - concurrent: How many may be under way at a time; nil for any number.
    public static func perHost(
        perSecond: Double? = nil,
        burst: Int = 1,
        concurrent: Int? = nil
    ) -> PacePolicy {
        PacePolicy(perSecond: perSecond, burst: burst, concurrent: concurrent)
    }
}

/// One host's pace, its line and its places.
final class PacedHost: Sendable {
    let line = Turnstile(limit: 1)
    let places: Turnstile?
    private let machine: Locked<PaceMachine>

    init(_ policy: PacePolicy) {
        places = policy.concurrent.map { Turnstile(limit: $0) }
        machine = Locked(PaceMachine(perSecond: policy.perSecond, burst: policy.burst))
    }

    /// Waits until the host may be asked; only the first in line waits here.
    func wait(for request: Request) async throws(NetworkError) {
        let time = request.context.time
        let start = time.now
        while true {
            let wait = machine.withLock { $0.admit(at: time.now) }
            guard wait > .zero else { return }
            if let limit = request.timeouts.queue, time.now - start + wait > limit {
                throw NetworkError(.timedOut(.queue), request: request)
            }
            if let left = Deadline.current?.remaining, wait >= left {
                throw NetworkError(.timedOut(.total), request: request)
            }
            request.report(.waiting(wait, before: .pace))
            try await time.sleep(for: wait)
        }
    }

    func learn(from response: Response, _ time: TimeSource) {
        let (now, calendar) = (time.now, time.secondsSince1970)
        machine.withLock {
            $0.learn(
                response.headers,
                status: response.status,
                at: now,
                secondsSince1970: calendar
            )
        }
    }
}

/// The hosts that were asked so far, a bounded number of them.
final class PacedHosts: Sendable {
    private static let most = 1_024
    private let policy: PacePolicy
    private let hosts = Locked<[URI.Origin: PacedHost]>([:])

    init(_ policy: PacePolicy) {
        self.policy = policy
    }

    subscript(origin: URI.Origin) -> PacedHost {
        hosts.withLock { hosts in
            if let host = hosts[origin] { return host }
            // Forgetting what a host said costs one refused call; growing without end costs more.
            if hosts.count >= Self.most { hosts.removeAll() }
            let host = PacedHost(policy)
            hosts[origin] = host
            return host
        }
    }
}

extension Layer {
    /// Keeps to the pace that each server can take.
    public static func pace(_ policy: PacePolicy = .perHost) -> Layer {
        Layer(Pace(policy))
    }
}
