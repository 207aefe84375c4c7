#if os(Linux)
import CEpoll

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// What the system tells about descriptors: epoll, edge-triggered.
struct Selector: Sendable {
    struct Event: Sendable {
        let id: UInt64
        let isReadable: Bool
        let isWritable: Bool
    }

    private let descriptor: Int32
    private let waker: Int32

    init() throws(SocketError) {
        descriptor = vencejo_epoll_create()
        guard descriptor >= 0 else { throw SocketError.last("epoll_create1") }
        waker = vencejo_eventfd()
        guard waker >= 0 else {
            let error = SocketError.last("eventfd")
            systemClose(descriptor)
            throw error
        }
        try add(waker, id: 0)
    }

    func add(_ socket: Int32, id: UInt64) throws(SocketError) {
        guard vencejo_epoll_add(descriptor, socket, id) == 0 else {
            throw SocketError.last("epoll_ctl")
        }
    }

    func remove(_ socket: Int32) {
        vencejo_epoll_remove(descriptor, socket)
    }

    func wake() {
        var one: UInt64 = 1
        write(waker, &one, 8)
    }

    /// Waits for events and passes each on.
    func wait(until deadline: Nanoseconds, _ pass: (Event) -> Void) {
        var timeout: Int32 = -1
        if deadline != .max {
            let now = MonotonicClock.now()
            let rest = deadline > now ? (deadline - now + 999_999) / 1_000_000 : 0
            timeout = Int32(min(rest, 60_000))
        }
        // So few that they lie on the stack; the others come with the next call.
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 80) { buffer in
            let count = epoll_wait(descriptor, buffer.baseAddress, 80, timeout)
            for index in 0..<max(0, Int(count)) {
                let bits = buffer[index].events
                let id = buffer[index].data.u64
                if id == 0 {
                    var ignored: UInt64 = 0
                    read(waker, &ignored, 8)
                    continue
                }
                pass(
                    Event(
                        id: id,
                        isReadable: vencejo_epoll_is_readable(bits) != 0,
                        isWritable: vencejo_epoll_is_writable(bits) != 0
                    )
                )
            }
        }
    }

    func close() {
        systemClose(waker)
        systemClose(descriptor)
    }
}
#endif
