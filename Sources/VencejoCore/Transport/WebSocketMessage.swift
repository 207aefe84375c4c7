/// A message of a WebSocket (RFC 6455 §5.6).
public enum WebSocketMessage: Sendable, Hashable {
    case text(String)
    case binary([UInt8])

    /// The text, of a text message.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The content, in UTF-8 where it is a text.
    public var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .binary(let bytes): bytes
        }
    }
}

extension WebSocketMessage: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        self = .text(value)
    }
}

/// Why a WebSocket was closed (RFC 6455 §7.4).
public struct WebSocketClose: Sendable, Hashable, CustomStringConvertible {
    /// A status code: 1000 to 1014 by the standard, 3000 to 4999 by those who use it.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByIntegerLiteral {
        public let rawValue: UInt16

        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        public init(integerLiteral value: UInt16) {
            rawValue = value
        }

        /// 1000: all that was to be said was said.
        public static let normal: Code = 1000
        /// 1001: a server goes down, a page is left.
        public static let goingAway: Code = 1001
        public static let protocolError: Code = 1002
        public static let unsupportedData: Code = 1003
        /// 1005: the other side gave none; never sent.
        public static let noStatus: Code = 1005
        /// 1007: a text that is not UTF-8, a message that makes no sense.
        public static let invalidPayload: Code = 1007
        public static let policyViolation: Code = 1008
        public static let messageTooBig: Code = 1009
        public static let internalError: Code = 1011
        public static let serviceRestart: Code = 1012
        public static let tryAgainLater: Code = 1013
    }

    public let code: Code
    /// For people who read logs; at most 123 bytes of it are sent.
    public let reason: String

    public init(_ code: Code = .normal, reason: String = "") {
        self.code = code
        self.reason = reason
    }

    public var description: String {
        reason.isEmpty ? "\(code.rawValue)" : "\(code.rawValue) \(reason)"
    }
}
