import VencejoConcurrency
public import VencejoCore

/// A network that a test takes away and gives back.
///
///     let network = ManualConnectivity(isOnline: false)
///     let api = APIClient(baseURL: url, pipeline: [.whenOffline()], transport: stub) {
///         $0.context.connectivity = network
///     }
///     async let user: User = api.get("users/1")
///     await network.waiters()
///     network.set(isOnline: true)
public final class ManualConnectivity: Connectivity {
    private struct State: Sendable {
        var isOnline: Bool
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var watchers: [(count: Int, waiting: CheckedContinuation<Void, Never>)] = []
        var cancelled: Set<Int> = []
        var last = 0
    }

    private let state: Locked<State>

    public init(isOnline: Bool = true) {
        state = Locked(State(isOnline: isOnline))
    }

    public var isOnline: Bool { state.withLock { $0.isOnline } }

    /// Gives the network or takes it; who waits for it goes on.
    public func set(isOnline: Bool) {
        let waiting = state.withLock { state in
            state.isOnline = isOnline
            guard isOnline else { return [:] as [Int: CheckedContinuation<Void, Never>] }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for waiter in waiting.values { waiter.resume() }
    }

    /// Waits until so many calls wait for the network.
    public func waiters(atLeast count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.waiting.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    public func untilOnline() async {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { register($0, id) }
        } onCancel: {
            cancel(id)
        }
    }

    private func register(_ continuation: CheckedContinuation<Void, Never>, _ id: Int) {
        let due = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            if state.cancelled.remove(id) != nil || state.isOnline { return [continuation] }
            state.waiting[id] = continuation
            let count = state.waiting.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return state.watchers.filter { $0.count <= count }.map(\.waiting)
        }
        for continuation in due { continuation.resume() }
    }

    private func cancel(_ id: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if let waiting = state.waiting.removeValue(forKey: id) { return waiting }
            state.cancelled.insert(id)
            return nil
        }
        waiting?.resume()
    }
}
