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
        var pairs: Set<Pair> = []
        /// No longer watched, but the thread may hold an event that names them.
        var removed: [Pair] = []
        var timers = TimerHeap()
        /// The moment until which the thread sleeps, or will.
        var sleepsUntil = Nanoseconds.max
        var isStopped = false
        /// The selector's descriptors are gone, and their numbers may be somebody else's.
        var isClosed = false
    }

    /// Who waits for one descriptor.
    ///
    /// Its address is what the system hands back with an event, so that none is looked up: it
    /// lives until the thread has passed on every event from before its removal.
    final class Pair: Sendable, Hashable {
        let reader: Waiter
        let writer: Waiter

        init(reader: Waiter, writer: Waiter) {
            self.reader = reader
            self.writer = writer
        }

        var id: UInt64 { UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) }

        /// Passes an event on to the pair whose ``id`` it carries.
        static func signal(_ event: Selector.Event) {
            guard let address = UnsafeRawPointer(bitPattern: UInt(event.id)) else { return }
            Unmanaged<Pair>.fromOpaque(address)._withUnsafeGuaranteedRef { pair in
                if event.isReadable { pair.reader.signal() }
                if event.isReadable, pair.reader === pair.writer { return }
                if event.isWritable { pair.writer.signal() }
            }
        }

        static func == (left: Pair, right: Pair) -> Bool { left === right }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
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
            inside.removed += inside.pairs
            defer { inside.pairs = [] }
            return inside.pairs
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

    func add(_ descriptor: Int32, _ pair: Pair) throws(SocketError) {
        try inside.withLock { inside throws(SocketError) in
            guard !inside.isStopped, !inside.isClosed else { throw SocketError(.closed) }
            try selector.add(descriptor, id: pair.id)
            inside.pairs.insert(pair)
        }
    }

    func remove(_ descriptor: Int32, _ pair: Pair) {
        inside.withLock { inside in
            if !inside.isClosed { selector.remove(descriptor) }
            if inside.pairs.remove(pair) != nil { inside.removed.append(pair) }
        }
    }

    func arm(_ waiter: Waiter, at deadline: Nanoseconds) {
        let mustWake = inside.withLock { inside in
            inside.timers.insert(TimerHeap.Entry(deadline: deadline, waiter: waiter))
            guard deadline < inside.sleepsUntil else { return false }
            inside.sleepsUntil = deadline
            return true
        }
        if mustWake { wake() }
    }

    private func run() {
        while let sleep = prepareToSleep() {
            selector.wait(until: sleep, Pair.signal)
        }
        inside.withLock { inside in
            inside.isClosed = true
            inside.removed = []
            selector.close()
        }
    }

    /// Ends what is over; gives the moment until which the thread may sleep, `nil` for ever.
    private func prepareToSleep() -> Nanoseconds? {
        let now = MonotonicClock.now()
        var removed: [Pair] = []
        while true {
            let (isStopped, due) = inside.withLock { inside -> (Bool, TimerHeap.Entry?) in
                // Let go outside of the lock, and only here: every event so far is passed on.
                swap(&removed, &inside.removed)
                if inside.isStopped { return (true, nil) }
                let due = inside.timers.popDue(now)
                inside.sleepsUntil = inside.timers.earliest ?? .max
                return (false, due)
            }
            removed = []
            if isStopped { return nil }
            guard let due else { return inside.withLock { $0.sleepsUntil } }
            guard let waiter = due.waiter,
                let next = waiter.timePassed(now, armedAt: due.deadline)
            else { continue }
            inside.withLock {
                $0.timers.insert(TimerHeap.Entry(deadline: next, waiter: waiter))
            }
        }
    }
}
