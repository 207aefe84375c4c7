import VencejoConcurrency

/// Waiting in a line for as long as a call may wait in one.
extension Turnstile {
    /// What came of waiting.
    enum Entry: Sendable {
        case isIn
        /// So many wait already that this call was not let into the line.
        case isFull
    }

    /// Waits for a place within `timeouts.queue` and what is left of the work's deadline.
    ///
    /// - Throws: ``NetworkError`` of kind `.timedOut(.queue)`, `.timedOut(.total)` or `.cancelled`;
    ///   no place is taken then.
    func entry(
        for request: Request,
        ifFewerWaitThan line: Int = .max
    ) async throws(NetworkError) -> Entry {
        if enterAtOnce() { return .isIn }
        let deadline = Deadline.current?.remaining
        let limit = [request.timeouts.queue, deadline].compactMap { $0 }.min()
        let outcome: Bool?
        if let limit {
            outcome = await enter(within: limit, of: request.context.time, ifFewerWaitThan: line)
        } else {
            outcome = await enter(ifFewerWaitThan: line)
        }
        switch outcome {
        case true?: return .isIn
        case nil: return .isFull
        case false?:
            if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            let isDeadline = limit == deadline
            throw NetworkError(.timedOut(isDeadline ? .total : .queue), request: request)
        }
    }

    /// Waits until the time is over: false then.
    private func enter(
        within limit: Duration,
        of time: TimeSource,
        ifFewerWaitThan line: Int
    ) async -> Bool? {
        enum Outcome: Sendable {
            case entered(Bool?)
            case timeIsOver
        }
        return await withTaskGroup(of: Outcome.self) { group in
            group.addTask { .entered(await self.enter(ifFewerWaitThan: line)) }
            group.addTask {
                try? await time.sleep(for: limit)
                return .timeIsOver
            }
            var result: Bool? = false
            // The place that was given at the last moment is taken, not lost.
            while let outcome = await group.next() {
                if case .entered(let isIn) = outcome { result = isIn }
                group.cancelAll()
            }
            return result
        }
    }
}
