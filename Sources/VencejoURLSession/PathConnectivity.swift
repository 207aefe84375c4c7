#if canImport(Network)
import Dispatch
import Network
import Synchronization
public import VencejoCore

/// Whether the system has a network, as its path monitor says.
///
///     let api = APIClient(baseURL: url, pipeline: [.retry(), .whenOffline()]) {
///         $0.context.connectivity = PathConnectivity.shared
///     }
public final class PathConnectivity: Connectivity {
    /// One monitor for the whole program.
    public static let shared = PathConnectivity()

    private struct State: Sendable {
        /// Believed until the monitor says otherwise.
        var isOnline = true
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var cancelled: Set<Int> = []
        var last = 0
    }

    private let monitor = NWPathMonitor()
    private let state = Mutex(State())

    public init() {
        monitor.pathUpdateHandler = { [weak self] path in
            self?.note(isOnline: path.status == .satisfied)
        }
        monitor.start(queue: .global())
    }

    deinit { monitor.cancel() }

    public var isOnline: Bool { state.withLock { $0.isOnline } }

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

    private func note(isOnline: Bool) {
        let waiting = state.withLock { state in
            state.isOnline = isOnline
            guard isOnline else { return [:] as [Int: CheckedContinuation<Void, Never>] }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }

    private func register(_ continuation: CheckedContinuation<Void, Never>, _ id: Int) {
        let isDue = state.withLock { state in
            if state.cancelled.remove(id) != nil || state.isOnline { return true }
            state.waiting[id] = continuation
            return false
        }
        if isDue { continuation.resume() }
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
#endif
