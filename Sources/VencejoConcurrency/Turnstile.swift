/// A gate that lets so many through at a time, in the order in which they came.
package final class Turnstile: Sendable {
    private typealias Waiting = CheckedContinuation<Bool, Never>

    private struct State: Sendable {
        var free: Int
        /// Those who wait, and their order; who left is in the order only.
        var line: [Int: Waiting] = [:]
        var order: [Int] = []
        var head = 0
        var last = 0
        var cancelled: Set<Int> = []

        mutating func takeFirst() -> Waiting? {
            while head < order.count {
                let number = order[head]
                head += 1
                if head > 64, head * 2 > order.count {
                    order.removeFirst(head)
                    head = 0
                }
                if let waiting = line.removeValue(forKey: number) { return waiting }
            }
            return nil
        }
    }

    private let state: Locked<State>

    package init(limit: Int) {
        state = Locked(State(free: max(1, limit)))
    }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.line.count } }

    /// Takes a place if there is one at this moment.
    package func enterAtOnce() -> Bool {
        state.withLock { state in
            guard state.free > 0 else { return false }
            state.free -= 1
            return true
        }
    }

    /// Waits for a place; false when the task was cancelled and got none.
    package func enter() async -> Bool {
        await enter(ifFewerWaitThan: .max) ?? false
    }

    /// Waits for a place unless the line is full: nil then, false when the task was cancelled.
    package func enter(ifFewerWaitThan limit: Int) async -> Bool? {
        enum Step: Sendable {
            case isIn, isFull
            case number(Int)
        }
        let step = state.withLock { state -> Step in
            if state.free > 0 {
                state.free -= 1
                return .isIn
            }
            guard state.line.count < limit else { return .isFull }
            state.last += 1
            return .number(state.last)
        }
        switch step {
        case .isIn: return true
        case .isFull: return nil
        case .number(let number): return await wait(number)
        }
    }

    private func wait(_ number: Int) async -> Bool {
        let isIn = await withTaskCancellationHandler {
            await withCheckedContinuation { register($0, number) }
        } onCancel: {
            cancel(number)
        }
        state.withLock { state in _ = state.cancelled.remove(number) }
        return isIn
    }

    private func register(_ waiting: Waiting, _ number: Int) {
        let answer = state.withLock { state -> Bool? in
            if state.cancelled.contains(number) { return false }
            if state.free > 0 {
                state.free -= 1
                return true
            }
            state.line[number] = waiting
            state.order.append(number)
            return nil
        }
        if let answer { waiting.resume(returning: answer) }
    }

    private func cancel(_ number: Int) {
        let waiting = state.withLock { state -> Waiting? in
            if let waiting = state.line.removeValue(forKey: number) { return waiting }
            state.cancelled.insert(number)
            return nil
        }
        waiting?.resume(returning: false)
    }

    /// Gives the place to the next in line.
    package func leave() {
        let next = state.withLock { state -> Waiting? in
            if let next = state.takeFirst() { return next }
            state.free += 1
            return nil
        }
        next?.resume(returning: true)
    }
}
