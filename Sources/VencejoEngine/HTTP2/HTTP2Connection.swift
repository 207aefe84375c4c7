#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoSockets

/// One connection that many calls share.
///
///     call ──open──► session ──┐                      ┌──► stream ──signal──► call
///     call ──open──► session ──┴─ one write   driver ─┴──► stream ──signal──► call
///
/// A task of its own reads; whoever opens a stream writes, together with those who come in the
/// same moment. Calls beyond what the server allows at once wait in line.
final class HTTP2Connection: Sendable {
    /// A request that waits for its turn.
    struct Candidate: Sendable {
        let stream: HTTP2Stream
        let fields: HTTP2Fields
        let hasBody: Bool
    }

    enum Stage: Sendable {
        case open
        /// No new streams; it ends with its last one.
        case draining
        case ended
    }

    struct Inside: Sendable {
        let session: HTTP2Session
        var stage = Stage.open
        var line: [Candidate] = []
        var output: [UInt8] = []
        var outputStart = 0
        /// Whether the driver waits, so that others must write.
        var isAsleep = false
        /// Whether somebody is about to write for all.
        var isPushing = false
        /// Why nothing can be written any more.
        var writeFault: EngineFault?
        /// Since when nobody has used it.
        var idleSince: Nanoseconds?

        var isIdle: Bool { session.streams.isEmpty && line.isEmpty }
    }

    let pipe: Connection
    let inside: Locked<Inside>
    let idleTimeout: Duration
    let tlsDetails: TLSDetails?
    /// Whether calls to other servers wait for the place of a connection that nobody uses.
    let mustMakeWay: @Sendable () -> Bool
    /// Told once, when it takes no more requests.
    let onEnd: @Sendable (HTTP2Connection) -> Void

    init(
        _ pipe: Connection,
        limits: HTTP2Limits,
        idleTimeout: Duration,
        mustMakeWay: @escaping @Sendable () -> Bool,
        onEnd: @escaping @Sendable (HTTP2Connection) -> Void
    ) throws(EngineFault) {
        self.pipe = pipe
        tlsDetails = pipe.tlsDetails
        self.idleTimeout = idleTimeout
        self.mustMakeWay = mustMakeWay
        self.onEnd = onEnd
        do throws(HTTP2Failure) {
            inside = Locked(Inside(session: try HTTP2Session(limits)))
        } catch {
            throw EngineFault(error)
        }
    }

    /// Whether another request may be sent, now or after a wait in line.
    var takesRequests: Bool {
        inside.withLock { $0.stage == .open && $0.session.takesRequests }
    }

    /// Since when nobody uses it; `nil` while somebody does.
    var idleSince: Nanoseconds? {
        inside.withLock { $0.stage == .open && $0.isIdle ? $0.idleSince : nil }
    }

    /// Starts the task that reads.
    func start() {
        Task.detached(executorPreference: TaskHome.executor) { await self.drive() }
    }

    /// Ends the connection: at once if nobody uses it, else with its last stream.
    func close() {
        inside.withLock { if $0.stage == .open { $0.stage = .draining } }
        pipe.socket.wake()
    }
}

extension HTTP2Connection {
    /// Opens a stream, or puts it in line; what it sends leaves with the next ``push()``.
    func open(_ candidate: Candidate) throws(EngineFault) {
        try inside.withLock { inside throws(EngineFault) in
            guard inside.stage == .open, inside.session.takesRequests else {
                throw EngineFault(HTTP2Failure.unprocessed)
            }
            inside.session.now = MonotonicClock.now()
            inside.idleSince = nil
            if inside.line.isEmpty, inside.session.streams.count < inside.session.maxStreams {
                try Self.submit(candidate, &inside)
            } else {
                candidate.stream.wasInLine = true
                inside.line.append(candidate)
            }
        }
    }

    private static func submit(
        _ candidate: Candidate,
        _ inside: inout Inside
    ) throws(EngineFault) {
        do throws(HTTP2Failure) {
            try inside.session.submit(
                candidate.fields,
                hasBody: candidate.hasBody,
                on: candidate.stream
            )
        } catch {
            throw EngineFault(error)
        }
    }

    /// Lets in who is first in line, as far as the server allows.
    func admit(_ inside: inout Inside) {
        guard !inside.line.isEmpty else { return }
        let session = inside.session
        let free = session.maxStreams - session.streams.count
        guard free > 0 else { return }
        let first = Array(inside.line.prefix(free))
        inside.line.removeFirst(first.count)
        for candidate in first {
            do throws(EngineFault) {
                try Self.submit(candidate, &inside)
                // Its time in line is over, and that of the answer begins.
                session.touch(candidate.stream)
            } catch {
                session.finish(candidate.stream, .failed(.unprocessed))
            }
        }
    }

    /// Sends what is waiting, with what others add in the same moment, unless the driver will.
    func push() async {
        let isAlone: Bool? = inside.withLock { inside in
            guard inside.isAsleep, !inside.isPushing else { return nil }
            inside.isPushing = true
            return inside.session.streams.count <= 1
        }
        guard let isAlone else { return }
        if !isAlone { await Task.yield() }
        act { _ in }
    }

    /// Changes something under the lock, sends what comes of it, and wakes whom it concerns.
    func act<Result>(_ body: (inout Inside) -> Result) -> Result {
        let (result, waiters, isOver) = inside.withLock { inside in
            let result = body(&inside)
            inside.isPushing = false
            inside.session.now = MonotonicClock.now()
            if inside.stage != .ended {
                admit(&inside)
                if inside.isAsleep { flush(&inside) }
            }
            let mustEnd = inside.writeFault != nil || inside.session.fault != nil
            let isOver = inside.isIdle && inside.stage != .ended
            return (result, inside.session.takeWaiters(), mustEnd || isOver)
        }
        for waiter in waiters { waiter.signal() }
        // The driver ends the connection, or counts the time in which nobody needs it.
        if isOver { pipe.socket.wake() }
        return result
    }

    /// Writes until the system takes no more; what is left waits for the driver.
    func flush(_ inside: inout Inside) {
        guard inside.writeFault == nil else { return }
        do throws(EngineFault) {
            while true {
                if inside.outputStart == inside.output.count {
                    inside.output.removeAll(keepingCapacity: inside.output.count <= 131_072)
                    inside.outputStart = 0
                    try pull(&inside)
                    if inside.output.isEmpty { break }
                }
                guard let count = try write(inside) else { return }
                inside.outputStart += count
            }
            _ = try pipe.flush()
        } catch {
            inside.writeFault = error
        }
    }

    private func pull(_ inside: inout Inside) throws(EngineFault) {
        do throws(HTTP2Failure) {
            try inside.session.pull(into: &inside.output)
        } catch {
            inside.session.fault = inside.session.fault ?? error
            throw EngineFault(error)
        }
    }

    private func write(_ inside: Inside) throws(EngineFault) -> Int? {
        try inside.output.withUnsafeBytes { bytes in
            Result { () throws(EngineFault) in
                try pipe.write(UnsafeRawBufferPointer(rebasing: bytes[inside.outputStart...]))
            }
        }.get()
    }
}
#endif
