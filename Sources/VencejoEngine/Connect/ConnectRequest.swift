#if os(Linux)
package import VencejoCore
package import VencejoHTTP
import VencejoWire

/// What is said to a proxy over HTTP to get a tunnel (RFC 9110 §9.3.6).
package struct ConnectRequest: Sendable {
    private let target: String
    private let userAgent: String
    private let authorization: String?

    /// Nothing of the call but its host and port reaches the proxy.
    package init(to url: URI, userAgent: String, authorization: String?) {
        let host = url.host.contains(":") ? "[\(url.host)]" : url.host
        target = "\(host):\(url.effectivePort)"
        self.userAgent = userAgent
        self.authorization = authorization
    }

    package var bytes: [UInt8] {
        var text = "CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\nUser-Agent: \(userAgent)\r\n"
        if let authorization { text += "Proxy-Authorization: \(authorization)\r\n" }
        return Array((text + "\r\n").utf8)
    }

    /// What the head of the proxy's answer means.
    package static func verdict(
        _ status: HTTPStatus,
        hasCredentials: Bool,
        sentCredentials: Bool
    ) -> Verdict {
        if status.isSuccess { return .open }
        guard status.code == 407 else { return .failed(.refused(status)) }
        if sentCredentials { return .failed(.credentialsRefused) }
        return hasCredentials ? .authenticate : .failed(.authenticationRequired)
    }

    package enum Verdict: Sendable, Hashable {
        case open
        /// The proxy asks who is there, and the credentials have not been sent yet.
        case authenticate
        case failed(ProxyFailure.Reason)
    }
}

extension Proxy {
    /// The field value that says who asks (RFC 7617); `nil` without credentials.
    package var authorization: String? {
        credentials.flatMap {
            BasicCredentials.authorization(user: $0.user, password: $0.password)
        }
    }
}
#endif
