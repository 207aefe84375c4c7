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
    }

    /// The token of the moment.
    func lease() async throws -> Lease {
        if let running { return try await running.value }
        if let token { return Lease(token: token, generation: generation) }
        return try await renewed()
    }

    /// The token after one that was refused: another's renewal counts for this call too.
    func lease(after refused: Lease) async throws -> Lease {
        if let running { return try await running.value }
        if refused.generation != generation {
            if let failure { throw failure }
            return try await lease()
        }
        return try await renewed()
    }

    private func renewed() async throws -> Lease {
        let refused = token
        // A task of its own: the call that began it may be cancelled while others wait.
        let task = Task {
            do {
                let fresh = try await Self.$isRenewing.withValue(true) { [renewal] in
                    try await renewal(refused)
                }
                return finish(fresh)
            } catch {
                finish(error)
                throw error
            }
        }
        running = task
        return try await task.value
    }

    private func finish(_ token: String) -> Lease {
        running = nil
        set(token)
        return Lease(token: token, generation: generation)
    }

    private func finish(_ error: any Error) {
        running = nil
        generation += 1
        failure = error
    }
}
