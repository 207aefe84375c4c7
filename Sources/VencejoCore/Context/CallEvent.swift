public import VencejoHTTP

/// What happened inside a call: one event for each phase and each decision.
///
///     began ► queued, waiting, … ► attempt ► answered or broke ► … ► ended or failed
public struct CallEvent: Sendable, Hashable {
    /// The phases and decisions; more will come: keep a `default` in a `switch`.
    public enum Kind: Sendable, Hashable {
        /// The call has begun; nothing is sent yet.
        case began
        /// A layer has no place for the call at this moment: it stands in line.
        case queued(Line)
        /// A request is sent, for the first time or again.
        case attempt(Int)
        /// A request was answered, by whatever status.
        case answered(HTTPStatus)
        /// A request was not answered.
        case broke(NetworkError.Kind)
        /// The call waits, so long at most, before it goes on; zero for no limit.
        case waiting(Duration, before: Wait)
        /// The answer leads to another address, which is asked next.
        case redirected(to: URI)
        /// The server wants a proof, which is sent next.
        case challenged
        /// A credential was renewed after a refusal.
        case renewed
        /// The call joined another one that asks the same.
        case joined
        /// A second request was sent because the first is slow.
        case hedged
        /// Nothing was sent: the host's circuit is open.
        case shortCircuited
        /// A cache answered, or refused to: see ``ResponseSource``.
        case cached(ResponseSource)
        /// What the cache asked for the next call has ended; nil where it went well.
        case revalidated(failure: NetworkError.Kind?)
        /// Nothing was sent: so many calls stand in line already.
        case turnedAway
        /// The call is not tried again, although it failed.
        case gaveUp(RetryRefusal)
        /// The caller gets this answer.
        case ended(HTTPStatus)
        /// The caller gets this error.
        case failed(NetworkError.Kind)
    }

    /// Where a call stands in line.
    public enum Line: Sendable, Hashable {
        case bulkhead
        case pace
    }

    /// Why a call waits.
    public enum Wait: Sendable, Hashable {
        case retry(attempt: Int)
        case pace
        case connectivity
    }

    public let kind: Kind
    /// The same for all events of a call, and different from those of other calls of the process.
    public let call: Int
    public let method: HTTPMethod
    public let url: URI
    /// The moment, on the call's ``TimeSource``.
    public let moment: Duration
}

extension CallEvent.Kind {
    /// One word for a decision; nil for a phase.
    var name: String? {
        switch self {
        case .began, .attempt, .answered, .broke, .waiting, .ended, .failed: nil
        case .queued: "queued"
        case .redirected: "redirected"
        case .challenged: "challenged"
        case .renewed: "renewed"
        case .joined: "joined"
        case .hedged: "hedged"
        case .shortCircuited: "short_circuited"
        case .cached: "cached"
        case .revalidated: "revalidated"
        case .turnedAway: "turned_away"
        case .gaveUp: "gave_up"
        }
    }
}

extension CallEvent.Wait {
    var name: String {
        switch self {
        case .retry: "retry"
        case .pace: "pace"
        case .connectivity: "connectivity"
        }
    }
}
