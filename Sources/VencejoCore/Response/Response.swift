public import VencejoHTTP

/// An answer, with what it took to get it.
public struct Response: Sendable {
    public var status: HTTPStatus
    public var version: HTTPVersion
    public var headers: Headers
    public var body: ResponseBody
    /// The fields that came after a whole body (RFC 9110 §6.5); see also ``BodyStream/trailers``.
    public var trailers: Headers
    /// The request that was really sent, after every middleware.
    public var request: Request
    /// The redirects that were followed, in order.
    public var hops: [Hop]
    public var timings: Timings
    /// How often the request was sent.
    public var attempts: Int

    /// The address that answered.
    public var url: URI { request.url }

    public init(
        status: HTTPStatus,
        version: HTTPVersion = .http11,
        headers: Headers = [:],
        body: ResponseBody = ResponseBody(),
        request: Request,
        timings: Timings = Timings()
    ) {
        self.status = status
        self.version = version
        self.headers = headers
        self.body = body
        trailers = [:]
        self.request = request
        hops = []
        self.timings = timings
        attempts = request.attempt
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
    public var total: Duration?
    /// Whether a kept-alive connection served the call.
    public var reusedConnection: Bool = false

    public init() {}
}
