public import VencejoHTTP
public import VencejoJSON

/// An answer as a value: what is sent, when, and how it goes wrong.
public struct MockResponse: Sendable, Hashable {
    public var status: HTTPStatus
    public var headers: Headers
    public var body: [UInt8]
    /// How long this answer waits, on top of the server's own latency.
    public var latency: MockLatency = .none
    /// How the message is put on the wire.
    public var delivery: Delivery = .whole
    /// A body made while it is sent; ``body`` is not sent then.
    public var stream: MockStream?
    /// What happens on the connection after this answer, which changes the protocol.
    var socket: MockSocketScript?
    /// Fields after a body that is sent in chunks (RFC 9112 §7.1.2).
    public var trailers = Headers()
    /// Interim answers that are sent before, without their bodies.
    public var interim: [MockResponse] = []
    /// What goes wrong while it is sent.
    public var faults: [Fault] = []
    /// Whether the connection ends with this answer.
    public var closesConnection = false
    /// Whether a body over a kilobyte is compressed for a client that accepts gzip.
    public var isCompressible = false

    public init(status: HTTPStatus = .ok, headers: Headers = Headers(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// How a message is put on the wire.
    public struct Delivery: Sendable, Hashable {
        enum Way: Sendable, Hashable {
            case whole
            case chunked([Int])
            case raw
            case never
        }

        let way: Way

        /// With a `Content-Length`.
        public static let whole = Delivery(way: .whole)
        /// In chunks of at most so many bytes (RFC 9112 §7.1).
        public static func chunked(of size: Int) -> Delivery {
            chunked(sizes: [size])
        }
        /// In chunks of these sizes, over and over.
        public static func chunked(sizes: [Int]) -> Delivery {
            Delivery(way: .chunked(sizes.isEmpty ? [1] : sizes.map { max(1, $0) }))
        }
        /// The body is the whole message, written as it is; then the connection is closed.
        public static let raw = Delivery(way: .raw)
        /// Nothing is ever sent; the connection stays open until somebody closes it.
        public static let never = Delivery(way: .never)
    }
}

extension MockResponse {
    /// JSON, indented by two blanks.
    public static func json(
        _ value: JSONValue,
        status: HTTPStatus = .ok,
        headers: Headers = Headers()
    ) -> MockResponse {
        json(bytes: JSONText.pretty(value), status: status, headers: headers)
    }

    static func json(
        bytes: [UInt8],
        status: HTTPStatus = .ok,
        headers: Headers = Headers()
    ) -> MockResponse {
        var response = MockResponse(status: status, headers: headers, body: bytes)
        response.headers.setIfAbsent(.contentType, "application/json; charset=utf-8")
        return response
    }

    /// A status and nothing else.
    public static func status(_ status: HTTPStatus) -> MockResponse {
        MockResponse(status: status)
    }

    /// A status with JSON.
    public static func status(_ status: HTTPStatus, json value: JSONValue) -> MockResponse {
        json(value, status: status)
    }

    /// Plain text.
    public static func text(_ text: String, status: HTTPStatus = .ok) -> MockResponse {
        MockResponse(
            status: status,
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: Array(text.utf8)
        )
    }

    /// Bytes, with a media type if one is given.
    public static func bytes(
        _ bytes: [UInt8],
        contentType: String? = nil,
        status: HTTPStatus = .ok
    ) -> MockResponse {
        var response = MockResponse(status: status, body: bytes)
        response.headers[.contentType] = contentType
        return response
    }

    /// Bytes written to the socket as they are, after which it is closed.
    public static func raw(_ bytes: [UInt8]) -> MockResponse {
        var response = MockResponse(body: bytes)
        response.delivery = .raw
        return response
    }

    /// No answer at all.
    public static let never: MockResponse = {
        var response = MockResponse()
        response.delivery = .never
        return response
    }()

    /// A redirect (RFC 9110 §15.4).
    public static func redirect(_ status: HTTPStatus, to location: String) -> MockResponse {
        MockResponse(status: status, headers: [.location: PercentCoding.visible(location)])
    }

    /// This answer, later.
    public func delayed(_ latency: MockLatency) -> MockResponse {
        var copy = self
        copy.latency = latency
        return copy
    }

    /// This answer, later.
    public func delayed(by duration: Duration) -> MockResponse {
        delayed(.fixed(duration))
    }

    /// This answer in chunks.
    public func chunked(of size: Int) -> MockResponse {
        delivered(.chunked(of: size))
    }

    /// This answer cut off after so many bytes of the message, head included.
    public func cutShort(after count: Int) -> MockResponse {
        failing(.close(after: .bytes(count)))
    }

    /// This answer, put on the wire in another way.
    public func delivered(_ delivery: Delivery) -> MockResponse {
        var copy = self
        copy.delivery = delivery
        return copy
    }

    /// This answer with one more field.
    public func header(_ name: HeaderName, _ value: String) -> MockResponse {
        var copy = self
        copy.headers.append(name, value)
        return copy
    }

    /// This answer, the last of its connection.
    public func closing() -> MockResponse {
        var copy = self
        copy.closesConnection = true
        return copy
    }

    /// This answer, compressed where the client accepts it and the body is over a kilobyte.
    public func compressed() -> MockResponse {
        var copy = self
        copy.isCompressible = true
        return copy
    }
}
