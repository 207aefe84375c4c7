package import VencejoHTTP

/// Where a body ends (RFC 9112 §6.3).
package enum BodyFraming: Sendable, Hashable {
    case none
    case length(Int)
    case chunked
    case untilClose
}

/// A request without its body.
package struct RequestHead: Sendable, Hashable {
    package var method: HTTPMethod
    package var target: String
    package var version: HTTPVersion
    package var headers: Headers
    package var framing: BodyFraming
    /// Whether another request may follow on the connection (RFC 9112 §9.3).
    package var keepAlive: Bool
    /// Whether the client waits for `100 Continue` (RFC 9110 §10.1.1).
    package var expectsContinue: Bool
    /// Whether the client asks for another protocol (`CONNECT`, `Upgrade`).
    package var isUpgrade: Bool
}

/// An answer without its body.
package struct ResponseHead: Sendable, Hashable {
    package var version: HTTPVersion
    package var status: HTTPStatus
    package var reason: String
    package var headers: Headers
    package var framing: BodyFraming
    /// Whether another request may follow on the connection (RFC 9112 §9.3).
    package var keepAlive: Bool
}
