#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoSockets

/// What moves the bytes of a connection both ways, and those who read and write ask.
///
/// It reads only while little is unread, and whoever writes can wait while much is unsent.
///
/// Unchecked: `connection` is touched by the one task that runs, but for waking it.
final class DuplexPump: @unchecked Sendable {
    /// No more than this is read before somebody takes it; writers wait while more is unsent.
    private static let most = 262_144

    private enum End: Sendable {
        case clean
        case fault(EngineFault)
    }

    private struct State: Sendable {
        var unread: [UInt8]
        var unsent: [[UInt8]] = []
        /// How much of the first unsent piece is sent.
        var offset = 0
        var unsentBytes = 0
        var end: End?
        /// Nobody reads or writes any more: what is unsent is sent, then it ends.
        var isClosing = false
        /// Whether the task is gone.
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        var isFull: Bool { unsentBytes > DuplexPump.most && !isOver }

        var hasNews: Bool { !unread.isEmpty || end != nil || isClosing }

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [] }
            return waiters
        }
    }

    private let connection: Connection
    private let request: Request
    private let state: Locked<State>

    init(_ connection: Connection, first: [UInt8], request: Request) {
        self.connection = connection
        self.request = request
        state = Locked(State(unread: first))
    }

    func read() async throws(NetworkError) -> [UInt8]? {
        while true {
            if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            let (bytes, end, isClosing) = state.withLock { state in
                let bytes = state.unread
                state.unread = []
                return (bytes, state.end, state.isClosing)
            }
            if isClosing { throw NetworkError(.cancelled, request: request) }
            if !bytes.isEmpty {
                if bytes.count >= Self.most { connection.socket.wake() }
                return bytes
            }
            switch end {
            case .clean: return nil
            case .fault(let fault): throw error(fault)
            case nil: await wait { !$0.hasNews }
            }
        }
    }

    func write(_ bytes: [UInt8]) throws(NetworkError) {
        guard !bytes.isEmpty else { return }
        let (isTaken, end) = state.withLock { state in
            if case .fault = state.end { return (false, state.end) }
            if state.isClosing || state.isOver { return (false, state.end) }
            state.unsent.append(bytes)
            state.unsentBytes += bytes.count
            return (true, nil)
        }
        if case .fault(let fault) = end { throw error(fault) }
        guard isTaken else { throw NetworkError(.noConnection(.closed), request: request) }
        connection.socket.wake()
    }

    func drained() async throws(NetworkError) {
        while true {
            if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            let (isFull, end) = state.withLock { ($0.isFull, $0.end) }
            if case .fault(let fault) = end { throw error(fault) }
            guard isFull else { return }
            await wait { $0.isFull && $0.end == nil }
        }
    }

    /// Whether so much is unsent that writers wait.
    var isFull: Bool { state.withLock { $0.isFull } }

    func close() {
        let waiters = state.withLock { state in
            state.isClosing = true
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
        connection.socket.wake()
    }

    private func error(_ fault: EngineFault) -> NetworkError {
        NetworkError(fault.kind, request: request, underlying: fault.underlying)
    }

    /// Sleeps, if it has to, until anything changes; a cancellation changes something too.
    private func wait(_ mustWait: @Sendable (State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard !Task.isCancelled, mustWait(state) else { return false }
                    state.waiters.append(continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            wakeAll()
        }
    }

    private func wakeAll() {
        for waiter in state.withLock({ $0.takeWaiters() }) { waiter.resume() }
    }
}

extension DuplexPump {
    /// How long what is in line may take once nobody is there any more.
    private static let farewell: Duration = .seconds(2)

    /// Moves bytes until either side ends.
    func run() async {
        var deadline: Nanoseconds?
        var stretch = Stretch()
        while true {
            if stretch.isOver() { await Task.yield() }
            receive()
            let isSent = transmit()
            wakeAll()
            let (end, isClosing) = state.withLock { ($0.end, $0.isClosing) }
            if case .fault = end { break }
            if isClosing {
                if isSent { break }
                deadline =
                    deadline
                    ?? MonotonicClock.deadline(after: Self.farewell, from: MonotonicClock.now())
            }
            do throws(SocketError) {
                try await connection.socket.waitReadable(until: deadline)
            } catch {
                break
            }
        }
        connection.close()
        let waiters = state.withLock { state in
            state.isOver = true
            state.end = state.end ?? .fault(EngineFault(.noConnection(.closed)))
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Reads what is there, as long as somebody takes it.
    private func receive() {
        while state.withLock({ $0.end == nil && !$0.isClosing && $0.unread.count < Self.most }) {
            do throws(EngineFault) {
                let buffer = connection.buffer
                switch try connection.read(into: buffer) {
                case .wouldBlock: return
                case .end: state.withLock { $0.end = .clean }
                case .bytes(let count):
                    let bytes = [UInt8](UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    state.withLock { $0.unread += bytes }
                }
            } catch {
                state.withLock { $0.end = .fault(error) }
            }
        }
    }

    /// Writes what is in line; whether all of it was taken.
    ///
    /// After as much as ``most`` it is the other direction's turn.
    private func transmit() -> Bool {
        var count = 0
        while true {
            guard count < Self.most else {
                connection.socket.wake()
                return false
            }
            let (piece, offset) = state.withLock { ($0.unsent.first, $0.offset) }
            do throws(EngineFault) {
                guard let piece else { return try connection.flush() }
                let sent = try piece.withUnsafeBytes { bytes in
                    Result { () throws(EngineFault) in
                        try connection.write(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
                    }
                }.get()
                guard let sent else { return false }
                count += sent
                state.withLock { state in
                    state.unsentBytes -= sent
                    state.offset += sent
                    guard state.offset == piece.count else { return }
                    state.unsent.removeFirst()
                    state.offset = 0
                }
            } catch {
                state.withLock { $0.end = .fault(error) }
                return false
            }
        }
    }
}
#endif
