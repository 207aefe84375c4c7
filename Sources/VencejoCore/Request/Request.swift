public import VencejoHTTP

/// A request ready to be sent.
public struct Request: Sendable {
    public var method: HTTPMethod
    /// The absolute address.
    public var url: URI
    public var headers: Headers
    public var body: RequestBody
    /// Whether the answer's body is wanted whole or as it comes.
    public var delivery: Delivery
    /// How long each phase may take.
    public var timeouts: Timeouts
    /// The largest response body that is read, in bytes after decoding.
    public var maximumResponseBytes: Int
    /// Whether plain `http` may be used although the host is not this machine.
    public var allowsInsecureHTTP: Bool
    /// Where the client's credentials belong; they are sent nowhere else.
    public var credentialOrigin: URI.Origin?
    /// 1 for the first try, more for each retry of the same call.
    public var attempt: Int
    /// What travels with the call and is not sent.
    public var context: CallContext
    /// The fields that a middleware filled with credentials; no other origin gets them.
    package var credentialFields: Set<HeaderName>
    /// The parameters that a middleware filled with credentials, likewise.
    package var credentialQuery: [String: String]

    public init(
        _ method: HTTPMethod = .get,
        _ url: URI,
        headers: Headers = [:],
        body: RequestBody = .none
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        delivery = .whole
        timeouts = Timeouts()
        maximumResponseBytes = 64 << 20
        allowsInsecureHTTP = false
        credentialOrigin = nil
        attempt = 1
        context = CallContext()
        credentialFields = []
        credentialQuery = [:]
    }
}

/// How the body of an answer is handed over.
public enum Delivery: Sendable, Hashable {
    /// In memory, up to ``Request/maximumResponseBytes``.
    case whole
    /// As a ``BodyStream``: the response is there as soon as its head is.
    case stream
}

/// How long each phase of a call may take; `nil` means without limit.
public struct Timeouts: Sendable, Hashable {
    /// Waiting for a free connection; this time counts towards nothing else.
    public var queue: Duration? = .seconds(60)
    /// Name look-up and connecting; 10 s by default.
    public var connect: Duration? = .seconds(10)
    /// The TLS handshake; 10 s by default.
    public var tls: Duration? = .seconds(10)
    /// From the request sent to the head of the answer; 60 s by default.
    public var response: Duration? = .seconds(60)
    /// Between two pieces of the answer; 60 s by default.
    public var idle: Duration? = .seconds(60)
    /// The whole call, from the moment it leaves the queue.
    public var total: Duration?

    public init() {}
}
