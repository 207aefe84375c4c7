#if os(Linux)
import COpenSSL
import VencejoConcurrency

/// What earlier connections agreed on, for later ones to take up again (RFC 8446 §2.2).
///
/// It lives in memory and as long as its engine. A ticket of TLS 1.3 is used once, so that nobody
/// can link two connections by it (RFC 8446 §C.4); one of TLS 1.2 until it is too old.
final class SessionCache: Sendable {
    struct Origin: Sendable, Hashable {
        var host: String
        var port: Int
        /// Whether it is reached through another TLS connection.
        var isWithin: Bool
    }

    /// Owns one reference to a session of the library.
    ///
    /// Unchecked: OpenSSL counts references by itself, and a session does not change any more.
    final class Ticket: @unchecked Sendable {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) {
            self.pointer = pointer
        }

        deinit { SSL_SESSION_free(pointer) }

        var isForOneUse: Bool { SSL_SESSION_get_protocol_version(pointer) >= TLS1_3_VERSION }

        var isFresh: Bool {
            guard SSL_SESSION_is_resumable(pointer) == 1 else { return false }
            let end = SSL_SESSION_get_time(pointer) + SSL_SESSION_get_timeout(pointer)
            return time(nil) < end
        }
    }

    private struct State: Sendable {
        var tickets: [Origin: [Ticket]] = [:]
        /// The origin that has been here longest comes first.
        var order: [Origin] = []
    }

    private let state = Locked(State())
    private let ticketsPerOrigin = 4
    private let maximumOrigins = 256

    /// The newest ticket that is still good.
    func take(_ origin: Origin) -> Ticket? {
        state.withLock { state in
            while let ticket = state.tickets[origin]?.last {
                if !ticket.isFresh || ticket.isForOneUse { state.tickets[origin]?.removeLast() }
                if ticket.isFresh { return ticket }
            }
            return nil
        }
    }

    func keep(_ ticket: Ticket, for origin: Origin) {
        state.withLock { state in
            if state.tickets[origin] == nil {
                state.order.append(origin)
                if state.order.count > maximumOrigins {
                    state.tickets[state.order.removeFirst()] = nil
                }
            }
            state.tickets[origin, default: []].append(ticket)
            if state.tickets[origin]?.count ?? 0 > ticketsPerOrigin {
                state.tickets[origin]?.removeFirst()
            }
        }
    }
}
#endif
