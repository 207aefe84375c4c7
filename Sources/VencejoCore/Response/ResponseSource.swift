/// Where an answer came from; more will come: keep a `default` in a `switch`.
public enum ResponseSource: Sendable, Hashable {
    /// The server, which made it for this request.
    case network
    /// The cache, after the server said that it has not changed.
    case validated
    /// The cache, without asking: its time is not over.
    case cache
    /// The cache, although its time is over.
    case stale(Reason)
    /// Nobody: the cache holds nothing that will do, and the server was not to be asked.
    case unavailable

    /// Why an answer was taken whose time is over.
    public enum Reason: Sendable, Hashable {
        /// The server is asked meanwhile, for the next call.
        case revalidating
        /// The server could not answer, in this way.
        case failed(NetworkError.Kind)
        /// The caller takes it: by `max-stale` or by its policy.
        case accepted
    }

    /// Whether the server made the answer for this request.
    public var isNetwork: Bool { self == .network }
}
