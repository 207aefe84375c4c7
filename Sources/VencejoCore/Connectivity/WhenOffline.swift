import VencejoHTTP

/// Waits for a network before anything is sent, or fails at once where there is none.
///
///     policy                        without a network
///     .fail                         `.noConnection(.offline)` at once
///     .wait(upTo: .seconds(30))     goes when it is back; after 30 s `.noConnection(.offline)`
///     .wait(upTo: nil)              goes when it is back; `.timedOut(.total)` when its time is up
///     .send                         goes all the same
///
/// This machine is asked without a network too. Inside `.retry` each attempt waits anew, and a
/// call that failed for want of a network is not tried again.
public struct WhenOffline: Middleware {
    private let policy: OfflinePolicy

    public init(_ policy: OfflinePolicy) {
        self.policy = policy
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        let connectivity = request.context.connectivity
        guard !connectivity.isOnline, !request.url.isLoopback else {
            return try await next(request)
        }
        let time = request.context.time
        let machine = OfflineMachine(request.context.whenOffline ?? policy, at: time.now)
        while true {
            let step = machine.next(
                isOnline: connectivity.isOnline,
                at: time.now,
                remaining: Deadline.current?.remaining
            )
            switch step {
            case .go: return try await next(request)
            case .fail(let kind): throw NetworkError(kind, request: request)
            case .wait(let limit):
                request.report(.waiting(limit ?? .zero, before: .connectivity))
                await Self.wait(for: connectivity, upTo: limit, time)
                if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            }
        }
    }

    /// Ends with the first of the two: a network, or the time.
    private static func wait(
        for connectivity: any Connectivity,
        upTo limit: Duration?,
        _ time: TimeSource
    ) async {
        guard let limit else { return await connectivity.untilOnline() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await connectivity.untilOnline() }
            group.addTask { try? await time.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}

extension Layer {
    /// Waits for a network before anything is sent, or fails at once: `.whenOffline(.fail)`.
    public static func whenOffline(_ policy: OfflinePolicy = .wait(upTo: .seconds(30))) -> Layer {
        Layer(WhenOffline(policy))
    }
}
