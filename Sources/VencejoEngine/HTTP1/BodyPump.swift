#if os(Linux)
import VencejoConcurrency
import VencejoCore

/// Runs the producer of a body beside the task that sends it, one chunk at a time.
///
///     sender: ask ──► producer: next ──► deliver, wake ──► sender: take
///
/// The sender waits for its socket and for the producer in one place, so that an answer that comes
/// early is seen although the producer is slow.
final class BodyPump: Sendable {
    enum Delivery: Sendable {
        case chunk([UInt8])
        case end
        case failed(any Error)
    }

    private struct State: Sendable {
        var delivery: Delivery?
        var waiting: CheckedContinuation<Bool, Never>?
        var isAsked = false
        var isStopped = false
    }

    private let state = Locked(State())
    private let task = Locked<Task<Void, Never>?>(nil)

    /// Begins to run; `wake` is called after each delivery.
    func start(_ chunks: sending RequestChunks, wake: @escaping @Sendable () -> Void) {
        let running = Task(executorPreference: TaskHome.executor) {
            while await self.isWanted() {
                let delivery = await Self.next(of: chunks)
                self.state.withLock { $0.delivery = delivery }
                wake()
                guard case .chunk = delivery else { return }
            }
        }
        task.withLock { $0 = running }
    }

    private static func next(of chunks: RequestChunks) async -> Delivery {
        do {
            guard let chunk = try await chunks.next() else { return .end }
            return .chunk(chunk)
        } catch {
            return .failed(error)
        }
    }

    /// Asks for the next chunk.
    func ask() {
        let waiting = state.withLock { state in
            state.isAsked = state.waiting == nil
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: true)
    }

    /// What was asked for, once it is there.
    func take() -> Delivery? {
        state.withLock { state in
            defer { state.delivery = nil }
            return state.delivery
        }
    }

    /// Ends the producer, which sees its task cancelled.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: false)
        task.withLock { $0 }?.cancel()
    }

    private func isWanted() async -> Bool {
        await withCheckedContinuation { continuation in
            let early: Bool? = state.withLock { state in
                if state.isStopped { return false }
                if state.isAsked {
                    state.isAsked = false
                    return true
                }
                state.waiting = continuation
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
#endif
