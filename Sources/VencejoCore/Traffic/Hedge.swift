import VencejoConcurrency
import VencejoHTTP

/// Sends a slow read a second time and takes the answer that comes first.
///
/// A GET or HEAD that takes longer than 95 of 100 calls to its host is sent again; the loser is
/// cancelled. Until a host is known, and for at most one call in twenty, nothing is sent twice.
public struct Hedge: Middleware {
    private let policy: HedgePolicy
    private let hosts: Hosts

    private final class Hosts: Sendable {
        let latencies = Locked<[URI.Origin: LatencyWindow]>([:])
    }

    /// A hedge of its own.
    public init(_ policy: HedgePolicy = .percentile(0.95)) {
        self.policy = policy
        hosts = Hosts()
    }

    public func intercept(
        _ request: Request,
        next: @escaping Next
    ) async throws(NetworkError) -> Response {
        guard request.method == .get || request.method == .head, request.delivery == .whole,
            request.body.isNone, case let policy = request.context.hedge ?? policy,
            policy != .never
        else { return try await next(request) }
        let time = request.context.time
        let origin = request.url.origin
        let start = time.now
        let patience = patience(policy, origin)
        let result: Result<Response, NetworkError>
        if let patience {
            result = await Self.race(request, after: patience, next)
        } else {
            result = await typed { () throws(NetworkError) in try await next(request) }
        }
        if case .success = result {
            let took = time.now - start
            hosts.latencies.withLock { latencies in
                if latencies.count >= 1_024, latencies[origin] == nil { latencies.removeAll() }
                latencies[origin, default: LatencyWindow()].note(took)
            }
        }
        return try result.get()
    }

    private func patience(_ policy: HedgePolicy, _ origin: URI.Origin) -> Duration? {
        switch policy {
        case .never: nil
        case .after(let wait): max(wait, .zero)
        case .percentile(let part):
            hosts.latencies.withLock { $0[origin]?.percentile(min(max(part, 0.5), 1)) }
        }
    }

    private enum Event: Sendable {
        case ended(Result<Response, NetworkError>)
        case isSlow
    }

    private static func race(
        _ request: Request,
        after patience: Duration,
        _ next: @escaping Next
    ) async -> Result<Response, NetworkError> {
        await withTaskGroup(of: Event.self) { group in
            let send: @Sendable () async -> Event = {
                .ended(await typed { () throws(NetworkError) in try await next(request) })
            }
            group.addTask { await send() }
            group.addTask {
                try? await request.context.time.sleep(for: patience)
                return .isSlow
            }
            var failure: Result<Response, NetworkError>?
            var running = 1
            while let event = await group.next() {
                switch event {
                case .isSlow:
                    // Cancelled, or the first attempt has failed: nothing is gained by another.
                    if Task.isCancelled || running == 0 { continue }
                    request.report(.hedged)
                    running += 1
                    group.addTask { await send() }
                case .ended(let result):
                    running -= 1
                    if case .failure = result, running > 0 {
                        failure = failure ?? result
                        continue
                    }
                    group.cancelAll()
                    return result
                }
            }
            return failure ?? .failure(NetworkError(.cancelled, request: request))
        }
    }
}

/// When a read counts as slow, and is sent a second time.
public enum HedgePolicy: Sendable, Hashable {
    /// When it takes longer than this part of the last hundred calls to its host, 0.5 to 1.
    ///
    /// Nothing is sent twice until twenty calls are known.
    case percentile(Double)
    /// When it takes longer than this.
    case after(Duration)
    case never
}

extension CallContext {
    /// When this call's read is sent a second time, in place of what the pipeline says.
    public var hedge: HedgePolicy? {
        get { self[HedgeKey.self] }
        set { self[HedgeKey.self] = newValue }
    }
}

private enum HedgeKey: CallContextKey {
    static let defaultValue: HedgePolicy? = nil
}

/// How long the last hundred calls took.
package struct LatencyWindow: Sendable {
    private static let size = 100
    /// Fewer say nothing about a percentile.
    private static let enough = 20
    private var samples: [Duration] = []
    private var oldest = 0

    package init() {}

    package mutating func note(_ duration: Duration) {
        if samples.count < Self.size {
            samples.append(duration)
        } else {
            samples[oldest] = duration
            oldest = (oldest + 1) % Self.size
        }
    }

    /// The time that such a part of the calls keeps to; nil until enough were made.
    package func percentile(_ part: Double) -> Duration? {
        guard samples.count >= Self.enough else { return nil }
        let sorted = samples.sorted()
        let index = Int((Double(sorted.count) * part).rounded(.up)) - 1
        return sorted[min(max(index, 0), sorted.count - 1)]
    }
}

extension Layer {
    /// Sends a slow read a second time and takes the answer that comes first.
    public static func hedge(_ policy: HedgePolicy = .percentile(0.95)) -> Layer {
        Layer(Hedge(policy))
    }
}
