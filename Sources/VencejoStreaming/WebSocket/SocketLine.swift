import VencejoConcurrency
import VencejoCore
import VencejoWire

/// What the task that reads a WebSocket and those who use it share.
final class SocketLine: Sendable {
    private struct State: Sendable {
        var machine: WebSocketMachine
        var queue: [WebSocketMessage] = []
        /// The first of the queue that was not taken.
        var next = 0
        var unreadBytes = 0
        var closed: WebSocketClose?
        var failure: NetworkError?
        var isOver = false
        var pingsSent = 0
        var pongsSeen = 0
        /// Whether a task waits for room to answer a ping.
        var isPaying = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        var hasMessage: Bool { next < queue.count }

        mutating func takeMessage() -> WebSocketMessage? {
            guard hasMessage else { return nil }
            let message = queue[next]
            next += 1
            unreadBytes -= message.size
            if next == queue.count || next > 64 {
                queue.removeFirst(next)
                next = 0
            }
            return message
        }

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [] }
            return waiters
        }
    }

    private let duplex: any DuplexConnection
    private let request: Request
    private let options: WebSocketOptions
    private let state: Locked<State>

    init(
        _ duplex: any DuplexConnection,
        _ machine: WebSocketMachine,
        _ request: Request,
        _ options: WebSocketOptions
    ) {
        self.duplex = duplex
        self.request = request
        self.options = options
        state = Locked(State(machine: machine))
    }

    private var time: TimeSource { request.context.time }

    var closed: WebSocketClose? { state.withLock { $0.closed } }

    func receive() async throws(NetworkError) -> WebSocketMessage? {
        while true {
            if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            let (message, failure, isOver, waiters) = state.withLock { state in
                let wasFull = state.unreadBytes >= options.mostUnreadBytes
                let message = state.takeMessage()
                let isRoom = wasFull && state.unreadBytes < options.mostUnreadBytes
                return (message, state.failure, state.isOver, isRoom ? state.takeWaiters() : [])
            }
            for waiter in waiters { waiter.resume() }
            if let message { return message }
            if let failure { throw failure }
            if isOver { return nil }
            await wait { !$0.hasMessage && !$0.isOver }
        }
    }

    func send(_ message: WebSocketMessage) async throws(NetworkError) {
        try transmit { $0.send(message.payload) }
        try await duplex.drained()
    }

    /// Sends a ping and waits for its pong.
    func ping() async throws(NetworkError) {
        let number = state.withLock { state in
            state.pingsSent += 1
            return state.pingsSent
        }
        try transmit { $0.ping(Array("\(number)".utf8)) }
        while true {
            if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            let (isBack, isOver, failure) = state.withLock { state in
                (state.pongsSeen >= number, state.isOver, state.failure)
            }
            if isBack { return }
            if let failure { throw failure }
            if isOver { throw NetworkError(.noConnection(.closed), request: request) }
            await wait { $0.pongsSeen < number && !$0.isOver }
        }
    }

    /// Sends a close and gives the other side some time to answer it.
    func close(_ close: WebSocketClose) {
        let code = WebSocketMachine.mayBeSent(close.code.rawValue) ? close.code.rawValue : nil
        let waiters = state.withLock { state in
            guard !state.isOver else { return state.takeWaiters() }
            state.machine.close(code, close.reason)
            try? duplex.write(state.machine.takeOutput())
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
        Task.detached(executorPreference: TaskHome.executor) { await self.cutOff() }
    }

    /// Ends the connection if the other side has not within the time it has.
    private func cutOff() async {
        try? await time.sleep(for: options.closeTimeout)
        if !state.withLock({ $0.isOver }) { duplex.close() }
    }

    /// Nobody reads any more.
    func abandon() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.machine.close(WebSocketClose.Code.goingAway.rawValue, "")
            try? duplex.write(state.machine.takeOutput())
        }
        duplex.close()
    }

    /// Has the machine say something, and the connection send it in that order.
    private func transmit(
        _ body: (inout WebSocketMachine) -> Bool
    ) throws(NetworkError) {
        let request = request
        try state.withLock { state throws(NetworkError) in
            if let failure = state.failure { throw failure }
            guard !state.isOver, body(&state.machine) else {
                throw NetworkError(.noConnection(.closed), request: request)
            }
            try duplex.write(state.machine.takeOutput())
        }
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
            for waiter in state.withLock({ $0.takeWaiters() }) { waiter.resume() }
        }
    }
}

extension SocketLine {
    /// Reads until the connection ends.
    func run() async {
        let keeper = options.keepAlive.map { interval in
            Task.detached(executorPreference: TaskHome.executor) { [weak self] in
                await self?.keepAlive(interval)
            }
        }
        var failure: NetworkError?
        do throws(NetworkError) {
            while try await step() {}
        } catch {
            failure = error
        }
        keeper?.cancel()
        let waiters = state.withLock { state in
            state.isOver = true
            state.failure = state.failure ?? (state.machine.hasSentClose ? nil : failure)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
        await leave()
    }

    /// Takes what came next; false when nothing more will.
    private func step() async throws(NetworkError) -> Bool {
        // A reader that is slow holds the other side back, unless all is over anyway.
        await wait { [options] state in
            state.unreadBytes >= options.mostUnreadBytes && !state.machine.hasSentClose
        }
        guard let bytes = try await duplex.read() else {
            if state.withLock({ $0.machine.hasSentClose }) { return false }
            throw NetworkError(.noConnection(.closed), request: request)
        }
        let (isOver, mustPay, waiters) = state.withLock { state in
            // A server that asks and does not read the answers would fill the memory with them.
            state.machine.holdsPongs = duplex.isFull
            for event in state.machine.receive(bytes) { note(event, &state) }
            let output = state.machine.takeOutput()
            if !output.isEmpty { try? duplex.write(output) }
            let mustPay = state.machine.owesPong && !state.isPaying
            if mustPay { state.isPaying = true }
            return (state.machine.isOver, mustPay, state.takeWaiters())
        }
        for waiter in waiters { waiter.resume() }
        if mustPay { Task.detached { await self.payPong() } }
        return !isOver
    }

    /// Answers the latest ping as soon as there is room for it.
    private func payPong() async {
        try? await duplex.drained()
        state.withLock { state in
            state.isPaying = false
            guard !state.isOver else { return }
            state.machine.payPong()
            try? duplex.write(state.machine.takeOutput())
        }
    }

    private func note(_ event: WebSocketMachine.Event, _ state: inout State) {
        switch event {
        case .message(let payload):
            let message = WebSocketMessage(payload)
            state.queue.append(message)
            state.unreadBytes += message.size
        case .pong(let payload):
            let number = Int(String(decoding: payload, as: UTF8.self)) ?? 0
            if number <= state.pingsSent { state.pongsSeen = max(state.pongsSeen, number) }
        case .ping: break
        case .close(let code, let reason):
            state.closed = WebSocketClose(
                code.map(WebSocketClose.Code.init(rawValue:)) ?? .noStatus,
                reason: reason
            )
        case .failed(let fault):
            state.failure =
                fault.code == WebSocketClose.Code.messageTooBig.rawValue
                ? NetworkError(.bodyTooLarge(limit: options.maximumMessageBytes), request: request)
                : NetworkError(.invalidResponse(fault.description), request: request)
        }
    }

    /// The server closes the connection (RFC 6455 §7.1.1), if it does so in time.
    ///
    /// What it still sends is read past: else the system would answer with a reset, and the close
    /// that was sent might never be read.
    private func leave() async {
        let (time, timeout, duplex) = (time, options.closeTimeout, duplex)
        if state.withLock({ $0.machine.hasSentClose }) {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { while (try? await duplex.read()) != nil {} }
                group.addTask { try? await time.sleep(for: timeout) }
                await group.next()
                group.cancelAll()
            }
        }
        duplex.close()
    }

    private func keepAlive(_ interval: Duration) async {
        let time = time
        while !Task.isCancelled {
            do throws(NetworkError) {
                try await time.sleep(for: interval)
            } catch {
                return
            }
            let isAnswered = await withTaskGroup(of: Bool.self) { group in
                group.addTask { (try? await self.ping()) != nil }
                group.addTask {
                    try? await time.sleep(for: interval)
                    return false
                }
                let first = await group.next() ?? false
                group.cancelAll()
                return first
            }
            if Task.isCancelled { return }
            guard isAnswered else {
                let lost = NetworkError(.timedOut(.idle), request: request)
                state.withLock { $0.failure = $0.failure ?? lost }
                return duplex.close()
            }
        }
    }
}

extension WebSocketMessage {
    /// What it counts for while it waits; never nothing, so that empty ones do not pile up.
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count + 64
        case .binary(let bytes): bytes.count + 64
        }
    }

    fileprivate var payload: WebSocketPayload {
        switch self {
        case .text(let text): .text(text)
        case .binary(let bytes): .binary(bytes)
        }
    }

    fileprivate init(_ payload: WebSocketPayload) {
        switch payload {
        case .text(let text): self = .text(text)
        case .binary(let bytes): self = .binary(bytes)
        }
    }
}
