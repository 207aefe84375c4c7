#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Socket {
    /// Connects; a cancelled or late attempt is closed at once.
    package static func connect(
        to address: SocketAddress,
        poller: Poller,
        sharesWaiter: Bool = false,
        until deadline: Nanoseconds? = nil
    ) async throws(SocketError) -> Socket {
        let descriptor = try makeSocket(family: address.family)
        sendAtOnce(descriptor)
        let socket = try Socket(descriptor, poller: poller, sharesWaiter: sharesWaiter)
        let result = address.withSockAddr { systemConnect(descriptor, $0, $1) }
        if result == 0 { return socket }
        guard errno == EINPROGRESS || errno == EINTR else {
            let error = SocketError.last("connect")
            socket.close()
            throw error
        }
        do throws(SocketError) {
            try await socket.waitConnected(until: deadline)
        } catch {
            socket.close()
            throw error
        }
        return socket
    }

    private func waitConnected(until deadline: Nanoseconds?) async throws(SocketError) {
        while true {
            try await waitWritable(until: deadline)
            var number: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length)
            guard number == 0 else { throw SocketError(number: number, "connect") }
            // An edge from before the attempt says nothing: only a peer's address does.
            var storage = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let isConnected = withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getpeername(descriptor, $0, &size) == 0
                }
            }
            if isConnected { return }
        }
    }
}

private func systemConnect(
    _ descriptor: Int32,
    _ address: UnsafePointer<sockaddr>,
    _ length: socklen_t
) -> Int32 {
    connect(descriptor, address, length)
}
