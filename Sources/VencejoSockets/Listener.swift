#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A socket that takes connections.
package final class Listener: Sendable {
    private let socket: Socket
    private let poller: Poller
    /// The address it listens on, with the port that the system chose.
    package let address: SocketAddress

    /// Port 0 lets the system choose.
    package init(_ address: SocketAddress, poller: Poller) throws(SocketError) {
        self.poller = poller
        let descriptor = try makeSocket(family: address.family)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, 4)
        guard address.withSockAddr({ bind(descriptor, $0, $1) }) == 0,
            listen(descriptor, 1_024) == 0
        else {
            let error = SocketError.last("bind")
            systemClose(descriptor)
            throw error
        }
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        self.address = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
                return SocketAddress($0, length: size)
            }
        }
        socket = try Socket(descriptor, poller: poller)
    }

    /// Waits for the next connection; fails with `closed` once the listener is.
    package func accept() async throws(SocketError) -> Socket {
        while true {
            let descriptor = acceptSocket(socket.descriptor)
            if descriptor >= 0 {
                sendAtOnce(descriptor)
                return try Socket(descriptor, poller: poller)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN, EWOULDBLOCK: try await socket.waitReadable(until: nil)
            default: throw SocketError.last("accept")
            }
        }
    }

    /// Ends the waiting ``accept()``; its task then lets go of the listener, which closes the port.
    package func interrupt() { socket.interrupt() }

    package func close() { socket.close() }
}
