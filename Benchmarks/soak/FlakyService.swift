#if os(Linux)
import VencejoConcurrency
import VencejoHTTP
import VencejoLoad
import VencejoMockServer

/// A service as bad as services get: three answers in ten go wrong, tokens end after 200 calls,
/// and who asks too fast is told to wait.
final class FlakyService: Sendable {
    private struct State: Sendable {
        var dice: Dice
        /// The keys of what was done; by a number, for the memory that is measured is this one's too.
        var effects: Set<Int> = []
        var faults = 0
        var refusals = 0
        var throttles = 0
        var token = 1
        var uses = 0
        var renewals = 0
        var window = ContinuousClock.now
        var inWindow = 0
    }

    private static let usesOfToken = 200
    private static let window = Duration.milliseconds(50)
    private static let quota = 400

    private let state: Locked<State>

    init(seed: UInt64) {
        state = Locked(State(dice: Dice(seed)))
    }

    /// How many calls had an effect, and what got in their way.
    var counts: (effects: Int, faults: Int, refusals: Int, throttles: Int, renewals: Int) {
        state.withLock { ($0.effects.count, $0.faults, $0.refusals, $0.throttles, $0.renewals) }
    }

    /// Gives the token of the moment; the one before ends.
    func renew() -> String {
        state.withLock { state in
            state.token += 1
            state.uses = 0
            state.renewals += 1
            return "token-\(state.token)"
        }
    }

    /// Answers an order, before or after it has had its effect.
    func answer(_ request: RecordedRequest) -> MockResponse {
        state.withLock { state in
            guard request.headers["Authorization"] == "Bearer token-\(state.token)",
                state.uses < Self.usesOfToken
            else {
                state.refusals += 1
                return .status(401)
            }
            state.uses += 1
            if isTooFast(&state) {
                state.throttles += 1
                return MockResponse.status(429).header("Retry-After", "0")
            }
            let fault = state.dice.below(100)
            if fault < 30 { state.faults += 1 }
            // Half of the faults come before the effect, half after it.
            if fault < 8 { return .status(503) }
            if fault < 15 { return MockResponse.text("").failing(.reset(after: .start)) }
            state.effects.insert((request.headers["Idempotency-Key"] ?? "none").hashValue)
            let receipt = MockResponse.text("done", status: 201)
            switch fault {
            case ..<20: return receipt.failing(.reset(after: .start))
            case ..<25: return receipt.failing(.close(after: .body(2)))
            case ..<30: return .status(500)
            default: return receipt
            }
        }
    }

    private func isTooFast(_ state: inout State) -> Bool {
        if ContinuousClock.now - state.window > Self.window {
            state.window = .now
            state.inWindow = 0
        }
        state.inWindow += 1
        return state.inWindow > Self.quota
    }
}
#endif
