import VencejoConcurrency

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
        /// Whether no call has succeeded with it yet.
        var isUnproven = false
    }

    /// Renewals follow each other, and none of the tokens is accepted.
    struct RenewalStorm: Error, Sendable {}

    /// So many tokens in a row may be refused before renewing stops for a while.
    private static let mostUnproven = 3
    private static let stormPause = Duration.seconds(30)

    /// A renewal may use the same client; its calls must not wait for their own end.
    @TaskLocal static var isRenewing = false

    private let renewal: @Sendable (String?) async throws -> AccessToken
    private let time: TimeSource
    private let margin: Duration
    private var token: String?
    /// When the token must be renewed, on ``time``.
    private var expiry: Duration?
    private var unproven = 0
    private var stormEnds = Duration.zero
    private var generation = 0
    private var failure: (any Error)?
    private var running: Task<Lease, any Error>?

    public init(_ token: String? = nil, renewal: @escaping Renewal) {
        self.token = token
        self.renewal = { AccessToken(try await renewal($0)) }
        time = .system
        margin = .zero
    }

    /// A source of tokens whose end is known, so that they are renewed before a server refuses.
    ///
    /// - Parameters:
    ///   - token: The token of the moment, if there is one.
    ///   - margin: How long before its end a token is renewed.
    ///   - time: The time by which tokens end.
    ///   - renewal: Gets a new token in place of the one given.
    public init(
        _ token: AccessToken?,
        renewing margin: Duration = .seconds(30),
        time: TimeSource = .system,
        renewal: @escaping @Sendable (_ refused: String?) async throws -> AccessToken
    ) {
        self.token = token?.value
        expiry = token?.lifetime.map { time.now + $0 - margin }
        self.renewal = renewal
        self.time = time
        self.margin = margin
    }

    /// Puts another token in place, after somebody signed in; `nil` renews at the next call.
    public func set(_ token: String?) {
        put(token.map { AccessToken($0) })
        unproven = 0
        stormEnds = .zero
    }

    private func put(_ token: AccessToken?) {
        self.token = token?.value
        expiry = token?.lifetime.map { time.now + $0 - margin }
        generation += 1
        failure = nil
        // A renewal under way was for the token before; its result is not kept.
        running = nil
    }

    /// Notes that a call succeeded with a token.
    func confirm(_ lease: Lease) {
        if lease.generation == generation { unproven = 0 }
    }

    /// The token of the moment.
    func lease() async throws -> Lease {
        if let running { return try await Self.outcome(of: running) }
        if let token, expiry.map({ time.now < $0 }) ?? true {
            return Lease(token: token, generation: generation, isUnproven: unproven > 0)
        }
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
        if unproven >= Self.mostUnproven {
            // A server that refuses what it has just given is not asked for more and more.
            guard time.now >= stormEnds else { throw RenewalStorm() }
        }
        let (refused, began) = (token, generation)
        // A task of its own: the call that began it may be cancelled while others wait.
        let task = Task(executorPreference: TaskHome.executor) { [self] in
            do {
                // Others wait for it too: the time of the call that began it is not its own.
                let fresh = try await Deadline.$current.withValue(nil) { [renewal] in
                    try await Self.$isRenewing.withValue(true) { try await renewal(refused) }
                }
                return await finish(fresh, began: began)
            } catch {
                return try await finish(error, began: began)
            }
        }
        running = task
        return try await Self.outcome(of: task)
    }

    /// What a renewal comes to; a caller that is cancelled does not wait for it.
    private static func outcome(of task: Task<Lease, any Error>) async throws -> Lease {
        let (leases, continuation) = AsyncThrowingStream<Lease, any Error>.makeStream()
        Task(executorPreference: TaskHome.executor) {
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

    private func finish(_ fresh: AccessToken, began: Int) -> Lease {
        guard began == generation else {
            // Who waited goes on with the token set meanwhile, else with the one it waited for.
            return token.map { Lease(token: $0, generation: generation) }
                ?? Lease(token: fresh.value, generation: began)
        }
        put(fresh)
        unproven += 1
        if unproven >= Self.mostUnproven { stormEnds = time.now + Self.stormPause }
        return Lease(token: fresh.value, generation: generation, isUnproven: true)
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

/// A bearer token, and how long it holds.
public struct AccessToken: Sendable, Hashable {
    public let value: String
    /// The time that it holds from now on; nil where nobody said.
    public let lifetime: Duration?

    public init(_ value: String, lifetime: Duration? = nil) {
        self.value = value
        self.lifetime = lifetime
    }
}
