package import VencejoCore
package import VencejoHTTP

/// What an event source does next (WHATWG HTML §9.2.3); a value, without time of its own.
///
///     connect ──200, text/event-stream──► read ──end, broken──► wait ──► connect
///        └──204, another status, another type──► failed
package struct EventSourceMachine: Sendable {
    package enum Step: Sendable, Hashable {
        /// The answer is a stream of events.
        case read
        /// Wait, then connect again.
        case reconnect(after: Duration)
        /// Over for good; nil where the server said so in good order (204).
        case failed(NetworkError.Kind?)
    }

    private let policy: ReconnectPolicy
    private var failures = 0
    private var serverWait: Duration?

    package init(_ policy: ReconnectPolicy) {
        self.policy = policy
    }

    /// Decides on the head of an answer.
    package mutating func answered(_ status: HTTPStatus, contentType: String?) -> Step {
        if status == 204 { return .failed(nil) }
        guard status == 200 else {
            if policy.retriesServerErrors, [500, 502, 503, 504].contains(status.code) {
                return broken(.status(status), random: .max)
            }
            return .failed(.status(status))
        }
        guard let contentType, let type = MediaType(contentType),
            type.type == "text", type.subtype == "event-stream"
        else {
            let found = contentType ?? "no media type"
            return .failed(.invalidResponse("\(found) is no stream of events"))
        }
        return .read
    }

    /// Notes that an event came: the stream is well.
    package mutating func received() {
        failures = 0
    }

    /// Notes what the server says about the wait, in milliseconds.
    package mutating func setWait(milliseconds: Int) {
        serverWait = .milliseconds(min(milliseconds, 86_400_000))
    }

    /// Decides when the connection ended, or could not be made.
    package mutating func broken(_ kind: NetworkError.Kind?, random: UInt64) -> Step {
        switch kind {
        case nil, .noConnection, .timedOut, .invalidResponse, .status: break
        case .some(let kind): return .failed(kind)
        }
        failures += 1
        if let limit = policy.limit, failures > limit { return .failed(kind) }
        let wait = serverWait ?? policy.wait
        let backoff = Backoff(base: wait, cap: max(policy.longestWait, wait), hasJitter: false)
        let ceiling = backoff.ceiling(beforeRetry: failures)
        // Never earlier than the server says; what growing adds is left to chance.
        let chance = Double(random >> 11) / Double(1 << 53)
        return .reconnect(after: wait + (ceiling - wait) * chance)
    }
}
