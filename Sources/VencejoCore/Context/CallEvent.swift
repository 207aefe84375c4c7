public import VencejoHTTP

/// What happened inside a call: one event for each decision a middleware made.
public struct CallEvent: Sendable, Hashable {
    /// The decisions; more will come: keep a `default` in a `switch`.
    public enum Kind: Sendable, Hashable {
        /// The request is sent, for the first time or again.
        case attempt(Int)
        /// An attempt failed in a way that is tried again, after a wait.
        case waiting(Duration, before: Wait)
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
        /// The call is not tried again, although it failed.
        case gaveUp(RetryRefusal)
    }

    /// Why a call waits.
    public enum Wait: Sendable, Hashable {
        case retry(attempt: Int)
        case pace
        case connectivity
    }

    public let kind: Kind
    public let method: HTTPMethod
    public let url: URI
    /// The moment, on the call's ``TimeSource``.
    public let moment: Duration
}

extension CallContext {
    /// Hears what happens inside the calls; nobody by default.
    ///
    /// It is called on the call's own task and should return at once.
    public var observer: (@Sendable (CallEvent) -> Void)? {
        get { self[ObserverKey.self] }
        set { self[ObserverKey.self] = newValue }
    }
}

private enum ObserverKey: CallContextKey {
    static let defaultValue: (@Sendable (CallEvent) -> Void)? = nil
}

extension Request {
    /// Tells the call's observer, if there is one.
    package func report(_ kind: CallEvent.Kind) {
        guard let observer = context.observer else { return }
        observer(CallEvent(kind: kind, method: method, url: url, moment: context.time.now))
    }
}
