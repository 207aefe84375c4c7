public import VencejoHTTP

/// Why a proxy did not let a call through.
public struct ProxyFailure: Sendable, Hashable {
    /// The proxy's address, without credentials: `http://proxy.example.com:3128`.
    public let proxy: String
    public let reason: Reason

    public init(proxy: String, reason: Reason) {
        self.proxy = proxy
        self.reason = reason
    }

    public enum Reason: Sendable, Hashable {
        /// The proxy itself was not reached.
        case noConnection(NetworkError.ConnectionFailure)
        /// No safe connection to the proxy could be made.
        case tls(NetworkError.TLSFailure)
        /// The proxy asks for a name and a password, and there are none (407).
        case authenticationRequired
        /// The proxy did not take the name and the password.
        case credentialsRefused
        /// The proxy answered CONNECT with another code than a success.
        case refused(HTTPStatus)
        /// The proxy gave one of the replies of RFC 1928 §6.
        case socks(SOCKSReply)
        /// What the proxy answered is not of its protocol; the text says what is wrong.
        case invalidAnswer(String)
        /// The address of the proxy, or what was asked of it, cannot be used.
        case unusable(String)
    }
}

/// A reply of a SOCKS proxy that is no success (RFC 1928 §6).
public struct SOCKSReply: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let generalFailure = SOCKSReply(rawValue: 1)
    public static let notAllowed = SOCKSReply(rawValue: 2)
    public static let networkUnreachable = SOCKSReply(rawValue: 3)
    public static let hostUnreachable = SOCKSReply(rawValue: 4)
    public static let connectionRefused = SOCKSReply(rawValue: 5)
    public static let timeToLiveExpired = SOCKSReply(rawValue: 6)
    public static let commandNotSupported = SOCKSReply(rawValue: 7)
    public static let addressTypeNotSupported = SOCKSReply(rawValue: 8)

    public var description: String {
        switch self {
        case .generalFailure: "it failed and did not say why"
        case .notAllowed: "its rules do not allow it"
        case .networkUnreachable: "the network is unreachable"
        case .hostUnreachable: "the host is unreachable"
        case .connectionRefused: "the host refused the connection"
        case .timeToLiveExpired: "the time to live expired"
        case .commandNotSupported: "it does not know the command"
        case .addressTypeNotSupported: "it does not know this kind of address"
        default: "reply \(rawValue)"
        }
    }
}

extension ProxyFailure: CustomStringConvertible {
    /// What went wrong, with the proxy's address.
    public var description: String {
        switch reason {
        case .noConnection(let failure):
            "the proxy \(proxy) was not reached: \(NetworkError.text(failure))"
        case .tls(let failure):
            "no safe connection to the proxy \(proxy): \(NetworkError.text(failure))"
        case .authenticationRequired: "the proxy \(proxy) asks for a name and a password"
        case .credentialsRefused: "the proxy \(proxy) refused the name or the password"
        case .refused(let status): "the proxy \(proxy) answered \(status)"
        case .socks(let reply): "the proxy \(proxy) gave up: \(reply)"
        case .invalidAnswer(let text): "the proxy \(proxy) does not speak its protocol: \(text)"
        case .unusable(let text): "the proxy \(proxy) cannot be used: \(text)"
        }
    }
}
