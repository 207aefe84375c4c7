import VencejoConcurrency
public import VencejoHTTP

/// A request ready to be sent.
///
/// Handing one on costs as little as handing on a reference, however much it holds.
public struct Request: Sendable {
    private var fields: Boxed<Fields>

    private struct Fields: Sendable {
        var method: HTTPMethod
        var url: URI
        var headers: Headers
        var body: RequestBody
        var delivery = Delivery.whole
        var timeouts = Timeouts()
        var maximumResponseBytes = 64 << 20
        var allowsInsecureHTTP = false
        var credentialOrigin: URI.Origin?
        var attempt = 1
        var context = CallContext()
        var credentialFields: Set<HeaderName> = []
        var credentialQuery: [String: String] = [:]
    }

    public init(
        _ method: HTTPMethod = .get,
        _ url: URI,
        headers: Headers = [:],
        body: RequestBody = .none
    ) {
        fields = Boxed(Fields(method: method, url: url, headers: headers, body: body))
    }
}

extension Request {
    public var method: HTTPMethod {
        get { fields.value.method }
        set { fields.value.method = newValue }
    }

    /// The absolute address.
    public var url: URI {
        get { fields.value.url }
        set { fields.value.url = newValue }
    }

    public var headers: Headers {
        get { fields.value.headers }
        _modify { yield &fields.value.headers }
    }

    public var body: RequestBody {
        get { fields.value.body }
        set { fields.value.body = newValue }
    }

    /// Whether the answer's body is wanted whole or as it comes.
    public var delivery: Delivery {
        get { fields.value.delivery }
        set { fields.value.delivery = newValue }
    }

    /// How long each phase may take.
    public var timeouts: Timeouts {
        get { fields.value.timeouts }
        _modify { yield &fields.value.timeouts }
    }

    /// The largest body that is taken whole, in bytes after decoding; a stream has no limit.
    public var maximumResponseBytes: Int {
        get { fields.value.maximumResponseBytes }
        set { fields.value.maximumResponseBytes = newValue }
    }

    /// Whether plain `http` may be used although the host is not this machine.
    public var allowsInsecureHTTP: Bool {
        get { fields.value.allowsInsecureHTTP }
        set { fields.value.allowsInsecureHTTP = newValue }
    }

    /// Where the client's credentials belong; they are sent nowhere else.
    public var credentialOrigin: URI.Origin? {
        get { fields.value.credentialOrigin }
        set { fields.value.credentialOrigin = newValue }
    }

    /// 1 for the first try, more for each retry of the same call.
    public var attempt: Int {
        get { fields.value.attempt }
        set { fields.value.attempt = newValue }
    }

    /// What travels with the call and is not sent.
    public var context: CallContext {
        get { fields.value.context }
        _modify { yield &fields.value.context }
    }

    /// The fields that a middleware filled with credentials; no other origin gets them.
    package var credentialFields: Set<HeaderName> {
        get { fields.value.credentialFields }
        _modify { yield &fields.value.credentialFields }
    }

    /// The parameters that a middleware filled with credentials, likewise.
    package var credentialQuery: [String: String] {
        get { fields.value.credentialQuery }
        _modify { yield &fields.value.credentialQuery }
    }
}

/// How the body of an answer is handed over.
public enum Delivery: Sendable, Hashable {
    /// In memory, up to ``Request/maximumResponseBytes``.
    case whole
    /// As a ``BodyStream``: the response is there as soon as its head is.
    case stream
    /// By handing the connection over, once the server has answered 101 (RFC 9110 §7.8).
    ///
    /// The text is what `Upgrade` asks for, such as `websocket`. Where the server answers anything
    /// else, its body is in memory as with ``whole``. See ``Response/switched``.
    case upgrade(to: String)

    package var isUpgrade: Bool {
        if case .upgrade = self { true } else { false }
    }
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
