#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoSockets

/// The task that reads for all calls of a connection.
extension HTTP2Connection {
    private enum Next: Sendable {
        /// More is there to read.
        case again
        case wait(until: Nanoseconds?)
        case end(HTTP2Failure)
    }

    /// The most that is read before those who wait are told.
    private static let batch = 262_144

    func drive() async {
        while true {
            let (end, isDrained, waiters) = inside.withLock { inside in
                let (end, isDrained) = read(&inside)
                return (end, isDrained, inside.session.takeWaiters())
            }
            for waiter in waiters { waiter.signal() }
            if let end { return finish(end) }
            // Those just woken may send again: their requests leave in the same write. And a server
            // that never pauses does not keep everybody else from running.
            if !waiters.isEmpty || !isDrained { await Task.yield() }
            let (next, more) = inside.withLock { inside in
                let next = settle(&inside, isDrained: isDrained)
                return (next, inside.session.takeWaiters())
            }
            for waiter in more { waiter.signal() }
            switch next {
            case .again: continue
            case .end(let failure): return finish(failure)
            case .wait(let deadline):
                do throws(SocketError) {
                    try await pipe.socket.waitReadable(until: deadline)
                } catch {
                    if error.kind != .timedOut { return finish(.closed) }
                }
            }
        }
    }

    /// Reads what is there, up to a batch; gives why the connection ends, if it does.
    private func read(_ inside: inout Inside) -> (end: HTTP2Failure?, isDrained: Bool) {
        inside.isAsleep = false
        let session = inside.session
        let now = MonotonicClock.now()
        var count = 0
        while count < Self.batch {
            do {
                switch try pipe.read(into: pipe.buffer) {
                case .wouldBlock: return (nil, true)
                case .end: return (Self.reason(session), true)
                case .bytes(let more):
                    count += more
                    let bytes = UnsafeRawBufferPointer(rebasing: pipe.buffer[..<more])
                    try session.receive(bytes, at: now)
                }
            } catch let failure as HTTP2Failure {
                return (failure, true)
            } catch {
                return (Self.reason(session), true)
            }
        }
        return (nil, false)
    }

    /// Why a connection that is closed was.
    private static func reason(_ session: HTTP2Session) -> HTTP2Failure {
        session.goAwayCode == 0 ? .closed : .goneAway(session.goAwayCode)
    }

    /// Writes, and decides what the driver does next.
    private func settle(_ inside: inout Inside, isDrained: Bool) -> Next {
        let session = inside.session
        let now = MonotonicClock.now()
        session.now = now
        if session.isGoingAway, inside.stage == .open {
            inside.stage = .draining
        }
        if inside.stage == .open {
            admit(&inside)
        } else {
            // They were never sent, and find another connection.
            for candidate in inside.line {
                session.finish(candidate.stream, .failed(.unprocessed))
            }
            inside.line = []
        }
        flush(&inside)
        if let fault = session.fault { return .end(fault) }
        guard isDrained else { return .again }
        if inside.writeFault != nil { return .end(Self.reason(session)) }
        if inside.stage == .draining, inside.isIdle { return .end(.closed) }
        inside.isAsleep = true
        guard inside.isIdle else {
            inside.idleSince = nil
            return .wait(until: nil)
        }
        let since = inside.idleSince ?? now
        inside.idleSince = since
        if mustMakeWay() { return .end(.closed) }
        let deadline = MonotonicClock.deadline(after: idleTimeout, from: since)
        if let deadline, deadline <= now { return .end(.closed) }
        return .wait(until: deadline)
    }

    /// Closes the connection and tells every call that is still on it.
    private func finish(_ failure: HTTP2Failure) {
        let waiters = inside.withLock { inside in
            let session = inside.session
            inside.stage = .ended
            inside.isAsleep = false
            session.sayGoodbye()
            flush(&inside)
            for candidate in inside.line {
                session.finish(candidate.stream, .failed(.unprocessed))
            }
            inside.line = []
            session.failAll(failure)
            pipe.close()
            return session.takeWaiters()
        }
        for waiter in waiters { waiter.signal() }
        onEnd(self)
    }
}
#endif
