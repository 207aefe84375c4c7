import VencejoConcurrency

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One thread that waits for descriptors and deadlines, and only says who may go on.
///
/// Reading, writing and parsing are done by the tasks that wait, never here.
package final class Poller: Sendable {
    private struct Inside: Sendable {
        var sockets: [UInt64: Pair] = [:]
        var lastID: UInt64 = 0
        var timers = TimerHeap()
        /// The thread sleeps until then; `nil` while it is awake.
        var sleepsUntil: Nanoseconds?
        var isStopped = false
        /// The selector's descriptors are gone, and their numbers may be somebody else's.
        var isClosed = false
    }

    struct Pair: Sendable {
        let reader: Waiter
        let writer: Waiter
    }

    private let inside = Locked(Inside())
    private let selector: Selector

    package init() throws(SocketError) {
        selector = try Selector()
        let body = ThreadBody { self.run() }
        try body.start()
    }

    /// Ends the thread.
    ///
    /// Whoever still waits is woken as closed.
    package func stop() {
        let pairs = inside.withLock { inside in
            inside.isStopped = true
            defer { inside.sockets = [:] }
            return Array(inside.sockets.values)
        }
        for pair in pairs {
            pair.reader.close()
            pair.writer.close()
        }
        wake()
    }

    /// Wakes the thread, unless it has ended and given its descriptors back.
    private func wake() {
        inside.withLock { if !$0.isClosed { selector.wake() } }
    }

    func add(_ descriptor: Int32, _ pair: Pair) throws(SocketError) -> UInt64 {
        let id: UInt64? = inside.withLock { inside in
            guard !inside.isStopped else { return nil }
            inside.lastID += 1
            inside.sockets[inside.lastID] = pair
            return inside.lastID
        }
        guard let id else { throw SocketError(.closed) }
        try inside.withLock { inside throws(SocketError) in
            guard !inside.isClosed else { throw SocketError(.closed) }
            do throws(SocketError) {
                try selector.add(descriptor, id: id)
            } catch {
                inside.sockets.removeValue(forKey: id)
                throw error
            }
        }
        return id
    }

    func remove(_ descriptor: Int32, id: UInt64) {
        inside.withLock { inside in
            inside.sockets.removeValue(forKey: id)
            if !inside.isClosed { selector.remove(descriptor) }
        }
    }

    func arm(_ waiter: Waiter, at deadline: Nanoseconds) {
        let mustWake = inside.withLock { inside in
            inside.timers.insert(TimerHeap.Entry(deadline: deadline, waiter: waiter))
            guard let sleep = inside.sleepsUntil, deadline < sleep else { return false }
            inside.sleepsUntil = deadline
            return true
        }
        if mustWake { wake() }
    }

    private func run() {
        var events: [Selector.Event] = []
        while true {
            let sleep: Nanoseconds? = inside.withLock { inside in
                if inside.isStopped { return nil }
                let until = inside.timers.earliest ?? .max
                inside.sleepsUntil = until
                return until
            }
            guard let sleep else { break }
            selector.wait(until: sleep, into: &events)
            dispatch(events)
            passTime()
        }
        inside.withLock { inside in
            inside.isClosed = true
            selector.close()
        }
    }

    private func dispatch(_ events: [Selector.Event]) {
        for event in events {
            guard let pair = inside.withLock({ $0.sockets[event.id] }) else { continue }
            if event.isReadable { pair.reader.signal() }
            if event.isReadable, pair.reader === pair.writer { continue }
            if event.isWritable { pair.writer.signal() }
        }
    }

    private func passTime() {
        let now = MonotonicClock.now()
        inside.withLock { $0.sleepsUntil = nil }
        while let entry = inside.withLock({ $0.timers.popDue(now) }) {
            guard let waiter = entry.waiter, let next = waiter.timePassed(now) else { continue }
            inside.withLock {
                $0.timers.insert(TimerHeap.Entry(deadline: next, waiter: waiter))
            }
        }
    }
}
