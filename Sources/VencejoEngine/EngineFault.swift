#if os(Linux)
package import VencejoCore
import VencejoSockets
import VencejoWire

/// Why an exchange failed, before it is known to which request it belongs.
package struct EngineFault: Error, Sendable {
    package var kind: NetworkError.Kind
    package var underlying: (any Error)?

    init(_ kind: NetworkError.Kind, underlying: (any Error)? = nil) {
        self.kind = kind
        self.underlying = underlying
    }

    /// A socket's error; `phase` is whose time was over when it says so.
    init(_ error: SocketError, phase: NetworkError.Phase) {
        underlying = error
        switch error.kind {
        case .refused: kind = .noConnection(.refused)
        case .reset: kind = .noConnection(.reset)
        case .unreachable: kind = .noConnection(.unreachable)
        case .timedOut: kind = .timedOut(phase)
        case .cancelled: kind = .cancelled
        case .closed: kind = .noConnection(.closed)
        case .exhausted: kind = .noConnection(.exhausted)
        case .nameNotFound: kind = .noConnection(.nameNotFound)
        case .addressInUse, .other: kind = .noConnection(.other(error.description))
        }
    }

    init(_ error: WireError, limit: Int) {
        underlying = error
        switch error {
        case .bodyTooLarge: kind = .bodyTooLarge(limit: limit)
        case .unexpectedEnd(.beforeHead): kind = .noConnection(.closed)
        default: kind = .invalidResponse(error.description)
        }
    }
}
#endif
