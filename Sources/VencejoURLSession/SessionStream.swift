#if canImport(Darwin) || URLSessionOnLinux
import Foundation
import VencejoConcurrency
import VencejoCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The body of an answer, as a session pushes it and a reader pulls it.
///
/// A session cannot be asked for more; its task is suspended while more waits than a reader keeps up
/// with, and resumed when most of that is read.
final class SessionStream: BodySource {
    fileprivate struct State: Sendable {
        var chunks: [[UInt8]] = []
        var count = 0
        var end: Result<Void, NetworkError>?
        var waiting: CheckedContinuation<Void, Never>?
        var isSuspended = false
    }

    private let state = Locked(State())
    private let task: URLSessionDataTask
    private let request: Request
    private static let high = 1 << 20
    private static let low = 1 << 18

    init(_ task: URLSessionDataTask, request: Request) {
        self.task = task
        self.request = request
    }

    /// Takes what the session has received.
    func push(_ data: Data) {
        let waiting = state.withLock { state in
            guard state.end == nil else { return state.takeWaiting() }
            state.chunks.append(Array(data))
            state.count += data.count
            if state.count > Self.high, !state.isSuspended {
                state.isSuspended = true
                task.suspend()
            }
            return state.takeWaiting()
        }
        waiting?.resume()
    }

    /// Says that the body is whole, or why it is not.
    func finish(_ end: Result<Void, NetworkError>) {
        let waiting = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.takeWaiting()
        }
        waiting?.resume()
    }

    func next() async throws(NetworkError) -> [UInt8]? {
        while true {
            if let chunk = state.withLock({ $0.takeChunk(resuming: task, below: Self.low) }) {
                return chunk
            }
            if let end = state.withLock(\.end) {
                try end.get()
                return nil
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isEarly = state.withLock { state in
                        guard state.chunks.isEmpty, state.end == nil else { return true }
                        state.waiting = continuation
                        return false
                    }
                    if isEarly { continuation.resume() }
                }
            } onCancel: {
                cancel()
            }
        }
    }

    func cancel() {
        let (isLate, waiting) = state.withLock { state in
            let isLate = state.end != nil
            if !isLate {
                state.end = .failure(NetworkError(.cancelled, request: request))
                state.chunks = []
            }
            return (isLate, state.takeWaiting())
        }
        waiting?.resume()
        if !isLate { task.cancel() }
    }
}

extension SessionStream.State {
    fileprivate mutating func takeWaiting() -> CheckedContinuation<Void, Never>? {
        defer { waiting = nil }
        return waiting
    }

    fileprivate mutating func takeChunk(
        resuming task: URLSessionDataTask,
        below low: Int
    ) -> [UInt8]? {
        guard !chunks.isEmpty else { return nil }
        let chunk = chunks.removeFirst()
        count -= chunk.count
        if isSuspended, count < low {
            isSuspended = false
            task.resume()
        }
        return chunk
    }
}
#endif
