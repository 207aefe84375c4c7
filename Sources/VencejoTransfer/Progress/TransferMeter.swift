import VencejoConcurrency
package import VencejoCore

/// Counts what a transfer moves, and tells whoever wants to know.
package final class TransferMeter: Sendable {
    private struct State: Sendable {
        var progress = TransferProgress()
        var rate: RateMeter
        var isOver = false
        var listeners: [Int: AsyncStream<TransferProgress>.Continuation] = [:]
        var lastListener = 0

        func tell() {
            for listener in listeners.values { listener.yield(progress) }
        }
    }

    private let time: TimeSource
    private let state: Locked<State>

    package init(time: TimeSource) {
        self.time = time
        state = Locked(State(rate: RateMeter(at: time.now)))
    }

    /// How far it is at this moment.
    package var progress: TransferProgress { state.withLock { $0.progress } }

    /// What is told from now on, the present state first.
    package var updates: ProgressUpdates { ProgressUpdates(meter: self) }

    /// Begins a run, or begins again: so many bytes are there already.
    package func begin(kept: Int, total: Int?) {
        let now = time.now
        state.withLock { state in
            state.progress = TransferProgress(bytes: kept, total: total, kept: kept)
            state.rate = RateMeter(at: now)
            state.tell()
        }
    }

    package func setTotal(_ total: Int?) {
        state.withLock { state in
            guard state.progress.total != total else { return }
            state.progress.total = total
            state.tell()
        }
    }

    package func add(_ count: Int) {
        let now = time.now
        state.withLock { state in
            state.progress.bytes += count
            state.rate.note(count, at: now)
            state.progress.bytesPerSecond = state.rate.bytesPerSecond
            state.tell()
        }
    }

    /// Says that so many bytes are to be transferred again.
    package func takeBack(_ count: Int) {
        state.withLock { state in
            state.progress.bytes -= count
            state.progress.kept = min(state.progress.kept, state.progress.bytes)
            state.tell()
        }
    }

    /// Ends all that is told.
    package func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        // Outside the lock: whoever ends takes itself off the list.
        for listener in listeners { listener.finish() }
    }

    fileprivate func listen() -> AsyncStream<TransferProgress> {
        // Only the newest is worth knowing: a slow reader neither waits nor is waited for.
        let (stream, listener) = AsyncStream.makeStream(
            of: TransferProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let number = state.withLock { state -> Int? in
            listener.yield(state.progress)
            guard !state.isOver else { return nil }
            state.lastListener += 1
            state.listeners[state.lastListener] = listener
            return state.lastListener
        }
        guard let number else {
            listener.finish()
            return stream
        }
        listener.onTermination = { [weak self] _ in
            self?.state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}

/// How a transfer goes, as it goes: the newest state whenever somebody asks for the next one.
///
///     for await progress in download.progress { print(progress.fraction ?? 0) }
///
/// It ends with the transfer, whatever came of that; the last state is always told. Any number of
/// loops may read, at any pace: what happens between two of their turns is passed over.
public struct ProgressUpdates: AsyncSequence, Sendable {
    public typealias Element = TransferProgress
    public typealias Failure = Never

    let meter: TransferMeter

    public func makeAsyncIterator() -> Iterator {
        Iterator(base: meter.listen().makeAsyncIterator())
    }

    /// One reading of the states.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<TransferProgress>.Iterator

        public mutating func next() async -> TransferProgress? {
            await base.next(isolation: #isolation)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> TransferProgress? {
            await base.next(isolation: actor)
        }
    }
}

@available(*, unavailable)
extension ProgressUpdates.Iterator: Sendable {}
