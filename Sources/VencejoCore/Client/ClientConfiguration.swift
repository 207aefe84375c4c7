public import VencejoHTTP
public import VencejoJSON

/// What holds for every call of a client.
public struct ClientConfiguration: Sendable {
    /// The address below which paths are asked; `nil` when there is none or it is no address.
    public var baseURL: URI? {
        didSet { faultyBaseURL = nil }
    }
    /// What reads and writes JSON.
    public var json = JSON()
    /// What reads and writes bodies, where it is not ``json``: Foundation's coder, another format.
    public var coder: (any BodyCoder)?
    /// What is told how far each decoded answer and its model have grown apart; costs time.
    public var onDrift: (@Sendable (Drift, Response) -> Void)?
    /// Fields of every call; those of a call itself come over them.
    public var headers: Headers = ["User-Agent": "Vencejo"]
    /// How long each phase of a call may take.
    public var timeouts = Timeouts()
    /// The largest response body that is read, in bytes after decoding; 64 MB by default.
    public var maximumResponseBytes = 64 << 20
    /// How many redirects are followed; 20 by default.
    public var maximumRedirects = 20
    /// Fields that go to other origins with a redirect although they look like credentials.
    ///
    /// None by default. See ``Redirect``.
    public var fieldsKeptOnRedirect: Set<HeaderName> = []
    /// Whether plain `http` may be used although the host is not this machine.
    public var allowsInsecureHTTP = false
    /// The status codes that are no failure; 200 to 299 by default.
    public var acceptedStatuses = AcceptedStatuses.success
    /// What travels with each call and is not sent: time, chance, policies.
    public var context = CallContext()

    /// The text that was given for a base URL and is none; every call tells.
    private(set) var faultyBaseURL: String?

    /// A configuration for an address; if it is none, each call fails and says so.
    public init(baseURL: String) {
        self.baseURL = URI(baseURL)
        if self.baseURL == nil { faultyBaseURL = baseURL }
    }

    public init(baseURL: URI? = nil) {
        self.baseURL = baseURL
    }
}

/// Which status codes are taken as a success.
public struct AcceptedStatuses: Sendable, Hashable, ExpressibleByArrayLiteral {
    private var ranges: [ClosedRange<Int>]

    public init(_ ranges: ClosedRange<Int>...) {
        self.ranges = ranges
    }

    public init(arrayLiteral elements: Int...) {
        ranges = elements.map { $0...$0 }
    }

    /// 200 to 299.
    public static let success = AcceptedStatuses(200...299)
    /// All: an answer is never a failure.
    public static let all = AcceptedStatuses(0...999)

    public func union(_ others: AcceptedStatuses) -> AcceptedStatuses {
        var union = self
        union.ranges += others.ranges
        return union
    }

    public func contains(_ status: HTTPStatus) -> Bool {
        for range in ranges where range.contains(status.code) { return true }
        return false
    }
}
