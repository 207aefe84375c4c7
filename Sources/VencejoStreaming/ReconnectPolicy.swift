/// When a stream that broke is taken up again.
public struct ReconnectPolicy: Sendable, Hashable {
    /// The wait before the first attempt, until the server says another by `retry:`.
    public var wait: Duration
    /// The most that attempts in a row make the wait grow to.
    public var longestWait: Duration
    /// How many attempts in a row may fail; nil for any number.
    public var limit: Int?
    /// Whether 500, 502, 503 and 504 are taken for a server in trouble and tried again; browsers
    /// give up on every status but 200.
    public var retriesServerErrors: Bool

    public init(
        wait: Duration = .seconds(3),
        longestWait: Duration = .seconds(60),
        limit: Int? = nil,
        retriesServerErrors: Bool = false
    ) {
        self.wait = wait
        self.longestWait = longestWait
        self.limit = limit
        self.retriesServerErrors = retriesServerErrors
    }

    /// As browsers do.
    public static let standard = ReconnectPolicy()
    /// Not at all: the end of the connection is the end of the stream.
    public static let never = ReconnectPolicy(limit: 0)
}
