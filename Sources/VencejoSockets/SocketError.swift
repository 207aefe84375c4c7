#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the system, or the wait, said no to.
package struct SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case refused
        case reset
        case unreachable
        case timedOut
        case cancelled
        /// The socket was closed on this side.
        case closed
        /// No descriptors or memory are left.
        case exhausted
        case addressInUse
        case nameNotFound
        case other(Int32)
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, _ description: String? = nil) {
        self.kind = kind
        self.description = description ?? "\(kind)"
    }

    /// The error that the last call of the system left behind.
    static func last(_ call: String) -> SocketError {
        SocketError(number: errno, call)
    }

    package init(number: Int32, _ call: String) {
        let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        self.init(Self.kind(of: number), "\(call): \(text)")
    }

    private static func kind(of number: Int32) -> Kind {
        switch number {
        case ECONNREFUSED: .refused
        case ECONNRESET, EPIPE, ECONNABORTED, ENETRESET: .reset
        case ENETUNREACH, EHOSTUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL, EAFNOSUPPORT:
            .unreachable
        // A Unix-domain socket that is not in the file system.
        case ENOENT, ENOTDIR: .unreachable
        case ETIMEDOUT: .timedOut
        // EAGAIN: threads, or places in a Unix-domain socket's line.
        case EMFILE, ENFILE, ENOMEM, ENOBUFS, ENOSPC, EAGAIN: .exhausted
        case EADDRINUSE: .addressInUse
        default: .other(number)
        }
    }
}
