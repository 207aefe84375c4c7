#if canImport(Darwin)
import Darwin

/// What the system tells about descriptors: kqueue, edge-triggered.
struct Selector: Sendable {
    struct Event: Sendable {
        let id: UInt64
        let isReadable: Bool
        let isWritable: Bool
    }

    private let descriptor: Int32

    init() throws(SocketError) {
        descriptor = kqueue()
        guard descriptor >= 0 else { throw SocketError.last("kqueue") }
        var event = kevent()
        event.filter = Int16(EVFILT_USER)
        event.flags = UInt16(EV_ADD | EV_CLEAR)
        guard kevent(descriptor, &event, 1, nil, 0, nil) == 0 else {
            let error = SocketError.last("kevent")
            systemClose(descriptor)
            throw error
        }
    }

    func add(_ socket: Int32, id: UInt64) throws(SocketError) {
        var events = [kevent(), kevent()]
        for (index, filter) in [EVFILT_READ, EVFILT_WRITE].enumerated() {
            events[index].ident = UInt(socket)
            events[index].filter = Int16(filter)
            events[index].flags = UInt16(EV_ADD | EV_CLEAR)
            events[index].udata = UnsafeMutableRawPointer(bitPattern: UInt(id))
        }
        guard kevent(descriptor, &events, 2, nil, 0, nil) == 0 else {
            throw SocketError.last("kevent")
        }
    }

    func remove(_ socket: Int32) {
        var events = [kevent(), kevent()]
        for (index, filter) in [EVFILT_READ, EVFILT_WRITE].enumerated() {
            events[index].ident = UInt(socket)
            events[index].filter = Int16(filter)
            events[index].flags = UInt16(EV_DELETE)
        }
        _ = kevent(descriptor, &events, 2, nil, 0, nil)
    }

    func wake() {
        var event = kevent()
        event.filter = Int16(EVFILT_USER)
        event.fflags = UInt32(NOTE_TRIGGER)
        _ = kevent(descriptor, &event, 1, nil, 0, nil)
    }

    /// Waits for events and passes each on.
    func wait(until deadline: Nanoseconds, _ pass: (Event) -> Void) {
        let now = MonotonicClock.now()
        let rest = deadline == .max ? 60_000_000_000 : deadline > now ? deadline - now : 0
        let capped = min(rest, 60_000_000_000)
        var time = timespec(
            tv_sec: Int(capped / 1_000_000_000),
            tv_nsec: Int(capped % 1_000_000_000)
        )
        withUnsafeTemporaryAllocation(of: kevent.self, capacity: 256) { buffer in
            let count = kevent(descriptor, nil, 0, buffer.baseAddress, 256, &time)
            for index in 0..<max(0, Int(count)) where buffer[index].filter != Int16(EVFILT_USER) {
                let event = buffer[index]
                pass(
                    Event(
                        id: UInt64(UInt(bitPattern: event.udata)),
                        isReadable: event.filter == Int16(EVFILT_READ),
                        isWritable: event.filter == Int16(EVFILT_WRITE)
                    )
                )
            }
        }
    }

    func close() {
        systemClose(descriptor)
    }
}
#endif
