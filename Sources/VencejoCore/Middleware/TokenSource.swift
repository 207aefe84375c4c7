/// A bearer token that is renewed when a server refuses it.
///
/// However many calls are refused at once, the token is renewed once, and all of them go on with
/// the new one. Where renewing fails, each of them fails, and none is sent again.
///
///     let tokens = TokenSource("first") { refused in try await signIn() }
///     let api = APIClient(baseURL: url, pipeline: [.authenticate(.bearer(tokens))])
public actor TokenSource {
    /// Gets a new token in place of the one that was refused, or that never was.
    public typealias Renewal = @Sendable (_ refused: String?) async throws -> String

    /// A token, and how many renewals were tried before it was lent.
    struct Lease: Sendable {
        let token: String
        let generation: Int
    }

    /// A renewal may use the same client; its calls must not wait for their own end.
    @TaskLocal static var isRenewing = false

    private let renewal: Renewal
    private var token: String?
    private var generation = 0
    private var failure: (any Error)?
    private var running: Task<Lease, any Error>?

    public init(_ token: String? = nil, renewal: @escaping Renewal) {
        self.token = token
        self.renewal = renewal
    }

    /// Puts another token in place, after somebody signed in; `nil` renews at the next call.
    public func set(_ token: String?) {
        self.token = token
        generation += 1
        failure = nil
        // A renewal under way was for the token before; its result is not kept.
        running = nil
    }

    /// The token of the moment.
    func lease() async throws -> Lease {
        if let running { return try await Self.outcome(of: running) }
        if let token { return Lease(token: token, generation: generation) }
        return try await renewed()
    }

    /// The token after one that was refused: another's renewal counts for this call too.
    func lease(after refused: Lease) async throws -> Lease {
        if let running { return try await Self.outcome(of: running) }
        if refused.generation != generation {
            if let failure { throw failure }
            return try await lease()
        }
        return try await renewed()
    }

    private func renewed() async throws -> Lease {
        let (refused, began) = (token, generation)
        // A task of its own: the call that began it may be cancelled while others wait.
        let task = Task {
            do {
                let fresh = try await Self.$isRenewing.withValue(true) { [renewal] in
                    try await renewal(refused)
                }
                return finish(fresh, began: began)
            } catch {
                return try finish(error, began: began)
            }
        }
        running = task
        return try await Self.outcome(of: task)
    }

    /// What a renewal comes to; a caller that is cancelled does not wait for it.
    private static func outcome(of task: Task<Lease, any Error>) async throws -> Lease {
        let (leases, continuation) = AsyncThrowingStream<Lease, any Error>.makeStream()
        Task {
            do {
                continuation.yield(try await task.value)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await lease in leases { return lease }
        throw CancellationError()
    }

    private func finish(_ fresh: String, began: Int) -> Lease {
        guard began == generation else {
            // Who waited goes on with the token set meanwhile, else with the one it waited for.
            return token.map { Lease(token: $0, generation: generation) }
                ?? Lease(token: fresh, generation: began)
        }
        set(fresh)
        return Lease(token: fresh, generation: generation)
    }

    private func finish(_ error: any Error, began: Int) throws -> Lease {
        guard began == generation else {
            if let token { return Lease(token: token, generation: generation) }
            throw error
        }
        running = nil
        generation += 1
        failure = error
        throw error
    }
}
