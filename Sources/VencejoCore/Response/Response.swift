import VencejoConcurrency
public import VencejoHTTP

/// An answer, with what it took to get it.
///
/// Handing one on costs as little as handing on a reference, however much it holds.
public struct Response: Sendable {
    private var fields: Boxed<Fields>

    private struct Fields: Sendable {
        var status: HTTPStatus
        var version: HTTPVersion
        var headers: Headers
        var body: ResponseBody
        var trailers: Headers = [:]
        var informational: [InformationalResponse] = []
        var request: Request
        var hops: [Hop] = []
        var timings: Timings
        var attempts: Int
        var switched: SwitchedConnection?
        var source = ResponseSource.network
        var age: Int?
    }

    public init(
        status: HTTPStatus,
        version: HTTPVersion = .http11,
        headers: Headers = [:],
        body: ResponseBody = ResponseBody(),
        request: Request,
        timings: Timings = Timings()
    ) {
        fields = Boxed(
            Fields(
                status: status,
                version: version,
                headers: headers,
                body: body,
                request: request,
                timings: timings,
                attempts: request.attempt
            )
        )
    }

    /// The address that answered.
    public var url: URI { request.url }
}

extension Response {
    public var status: HTTPStatus {
        get { fields.value.status }
        set { fields.value.status = newValue }
    }

    public var version: HTTPVersion {
        get { fields.value.version }
        set { fields.value.version = newValue }
    }

    public var headers: Headers {
        get { fields.value.headers }
        _modify { yield &fields.value.headers }
    }

    public var body: ResponseBody {
        get { fields.value.body }
        _modify { yield &fields.value.body }
    }

    /// The fields that came after a whole body (RFC 9110 §6.5); see also ``BodyStream/trailers``.
    public var trailers: Headers {
        get { fields.value.trailers }
        _modify { yield &fields.value.trailers }
    }

    /// What the server said before this answer, in order (RFC 9110 §15.2).
    public var informational: [InformationalResponse] {
        get { fields.value.informational }
        _modify { yield &fields.value.informational }
    }

    /// The request that was really sent, after every middleware.
    public var request: Request {
        get { fields.value.request }
        _modify { yield &fields.value.request }
    }

    /// The redirects that were followed, in order.
    public var hops: [Hop] {
        get { fields.value.hops }
        _modify { yield &fields.value.hops }
    }

    public var timings: Timings {
        get { fields.value.timings }
        _modify { yield &fields.value.timings }
    }

    /// The connection, where the server changed the protocol as it was asked to.
    public var switched: SwitchedConnection? {
        get { fields.value.switched }
        set { fields.value.switched = newValue }
    }

    /// How often the request was sent.
    public var attempts: Int {
        get { fields.value.attempts }
        set { fields.value.attempts = newValue }
    }

    /// Where the answer came from: the server, or a cache and why.
    public var source: ResponseSource {
        get { fields.value.source }
        set { fields.value.source = newValue }
    }

    /// The seconds since the server made the answer, where a cache gave it (RFC 9111 §4.2.3).
    public var age: Int? {
        get { fields.value.age }
        set { fields.value.age = newValue }
    }
}

/// One redirect that was followed.
public struct Hop: Sendable, Hashable {
    public let status: HTTPStatus
    public let from: URI
    public let to: URI

    public init(status: HTTPStatus, from: URI, to: URI) {
        self.status = status
        self.from = from
        self.to = to
    }
}

/// How long the phases of a call took; `nil` where a phase did not happen.
public struct Timings: Sendable, Hashable {
    public var queued: Duration?
    public var nameLookup: Duration?
    public var connect: Duration?
    public var tls: Duration?
    /// From the start to the head of the answer.
    public var firstByte: Duration?
    /// From the start to the last byte of the body; `nil` while it is still to be read, see
    /// ``BodyStream/timings``.
    public var total: Duration?
    /// Whether a kept-alive connection served the call.
    public var reusedConnection: Bool = false
    /// How many bytes were sent and came, heads and bodies as they are on the wire before TLS.
    ///
    /// Over HTTP/2 those of the call's own frames. `nil` where the system does not tell.
    public var bytesSent: Int?
    public var bytesReceived: Int?
    /// The addresses of the connection's two ends, with their ports; `nil` where nobody tells.
    public var localAddress: String?
    public var remoteAddress: String?
    /// What the connection's TLS is; `nil` without TLS, or where the system does not tell.
    public var tlsDetails: TLSDetails?

    public init() {}
}
