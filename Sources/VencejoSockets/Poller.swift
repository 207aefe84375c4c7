import Synchronization
import VencejoConcurrency

/// One thread that waits for descriptors and deadlines, and only says who may go on.
///
/// Reading, writing and parsing are done by the tasks that wait; they run here only where somebody
/// asked for it, see ``enqueue(_:)``. The thread begins when there is something to wait for.
package final class Poller: Sendable {
    struct Inside: Sendable {
        var selector: Selector?
        var pairs: Set<Pair> = []
        /// No longer watched, but the thread may hold an event that names them.
        var removed: [Pair] = []
        var timers = TimerHeap()
        /// Tasks that want to run here, from other threads.
        var jobs: [UnownedJob] = []
        /// The moment until which the thread sleeps; `nil` while it is awake.
        var sleepsUntil: Nanoseconds?
        var hasThread = false
        /// The thread ends as soon as nobody needs it.
        var isResting = false
        var isStopped = false
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

    let inside: Locked<Inside>
    /// The thread's number while it runs.
    let thread = Atomic<UInt>(0)
    // Unchecked: read and written by the poller's thread alone.
    @exclusivity(unchecked) nonisolated(unsafe) var ownJobs: [UnownedJob] = []

    /// The time of a test; nil for the system's.
    let moment: VirtualMoment?

    package convenience init() throws(SocketError) {
        try self.init(moment: nil)
    }

    init(moment: VirtualMoment?) throws(SocketError) {
        self.moment = moment
        inside = Locked(Inside(selector: try Selector()))
    }

    /// Where tasks must run so that they see this poller's time; nil where it is the system's.
    package var home: (any TaskExecutor)? { moment == nil ? nil : self }

    deinit {
        // A thread would hold it; there is none.
        inside.withLock { $0.selector?.close() }
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
        rest()
    }

    /// Lets the thread and its descriptors go when no socket, deadline or task is left.
    ///
    /// They come back when they are needed again.
    package func rest() {
        inside.withLock { inside in
            inside.isResting = true
            if inside.hasThread {
                inside.wake()
            } else if inside.isIdle {
                inside.closeSelector()
            }
        }
    }

    func add(_ descriptor: Int32, _ pair: Pair) throws(SocketError) {
        try inside.withLock { inside throws(SocketError) in
            guard !inside.isStopped else { throw SocketError(.closed) }
            try start(&inside)
            guard let selector = inside.selector else { throw SocketError(.closed) }
            try selector.add(descriptor, id: pair.id)
            inside.pairs.insert(pair)
        }
    }

    func remove(_ descriptor: Int32, _ pair: Pair) {
        inside.withLock { inside in
            guard inside.pairs.remove(pair) != nil else { return }
            inside.selector?.remove(descriptor)
            inside.removed.append(pair)
            if inside.isResting, inside.pairs.isEmpty { inside.wake() }
        }
    }

    func arm(_ waiter: Waiter, at deadline: Nanoseconds) {
        let isRunning = inside.withLock { inside in
            guard (try? start(&inside)) != nil else { return false }
            inside.timers.insert(TimerHeap.Entry(deadline: deadline, waiter: waiter))
            if deadline < inside.sleepsUntil ?? 0 { inside.wake() }
            return true
        }
        // Without a thread to be had nobody would look at the clock again.
        if !isRunning { _ = waiter.timePassed(.max, armedAt: deadline) }
    }
}
