import Testing
import VencejoSockets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

struct `What the system says no with` {
    private static let decided: [Int32: SocketError.Kind] = [
        ECONNREFUSED: .refused, ECONNRESET: .reset, EPIPE: .reset, ECONNABORTED: .reset,
        ENETRESET: .reset, ENETUNREACH: .unreachable, EHOSTUNREACH: .unreachable,
        EHOSTDOWN: .unreachable, ENETDOWN: .unreachable, EADDRNOTAVAIL: .unreachable,
        EAFNOSUPPORT: .unreachable, ENOENT: .unreachable, ENOTDIR: .unreachable,
        ETIMEDOUT: .timedOut, EMFILE: .exhausted, ENFILE: .exhausted, ENOMEM: .exhausted,
        ENOBUFS: .exhausted, ENOSPC: .exhausted, EAGAIN: .exhausted, EADDRINUSE: .addressInUse,
    ]

    @Test func `every number has its kind, and keeps the system's words`() {
        for number: Int32 in 0...140 {
            let error = SocketError(number: number, "connect")
            #expect(error.kind == Self.decided[number] ?? .other(number))
            #expect(error.description.hasPrefix("connect: "))
        }
    }
}
