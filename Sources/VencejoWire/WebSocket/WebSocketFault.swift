/// Why a connection has to be failed (RFC 6455 §7.1.7), with the code that is sent to say so.
package struct WebSocketFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// 1002, 1007, 1009 (RFC 6455 §7.4.1).
    package let code: UInt16
    package let description: String

    package init(_ code: UInt16, _ description: String) {
        self.code = code
        self.description = description
    }

    static func breach(_ description: String) -> WebSocketFault { .init(1002, description) }

    static let notUTF8 = WebSocketFault(1007, "a text that is not UTF-8")

    static func tooLarge(_ limit: Int) -> WebSocketFault {
        .init(1009, "a message of more than \(limit) bytes")
    }
}
