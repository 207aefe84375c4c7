/// What a call does when there is no network.
public enum OfflinePolicy: Sendable, Hashable {
    /// Fails at once; nothing is sent and nothing is tried again.
    case fail
    /// Waits for a network, at most so long; nil as long as the call's own time allows.
    case wait(upTo: Duration?)
    /// Sends all the same: what says that there is no network may be wrong.
    case send
}

/// Whether a call goes out, waits for a network or fails; a value, without time of its own.
package struct OfflineMachine: Sendable {
    package enum Step: Sendable, Hashable {
        case go
        /// Until there is a network, at most so long; nil without limit.
        case wait(upTo: Duration?)
        case fail(NetworkError.Kind)
    }

    private let policy: OfflinePolicy
    private let start: Duration

    package init(_ policy: OfflinePolicy, at now: Duration) {
        self.policy = policy
        start = now
    }

    /// - Parameter remaining: What is left of the call's whole time; nil without limit.
    package func next(isOnline: Bool, at now: Duration, remaining: Duration?) -> Step {
        if isOnline { return .go }
        switch policy {
        case .send: return .go
        case .fail: return .fail(.noConnection(.offline))
        case .wait(let limit):
            let left = limit.map { $0 - (now - start) }
            if let left, left <= .zero { return .fail(.noConnection(.offline)) }
            guard let remaining else { return .wait(upTo: left) }
            if remaining <= .zero { return .fail(.timedOut(.total)) }
            return .wait(upTo: min(left ?? remaining, remaining))
        }
    }
}
