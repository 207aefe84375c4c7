#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoLoad
import VencejoMockServer

/// Who is next, and what came of those before.
private final class Tally: Sendable {
    struct Outcomes: Sendable {
        var begun = 0
        var done = 0
        var failed: [NetworkError.Kind] = []
        var told = 0
        /// What the process held when a fifth was told.
        var early: Usage?
    }

    private let calls: Int
    private let state = Locked(Outcomes())

    init(calls: Int) {
        self.calls = calls
    }

    var outcomes: Outcomes { state.withLock { $0 } }
    var early: Usage? { state.withLock(\.early) }

    func take() -> Bool {
        state.withLock { state in
            state.begun += 1
            return state.begun <= calls
        }
    }

    func note(_ failure: NetworkError.Kind?) {
        state.withLock { state in
            state.told += 1
            if let failure { state.failed.append(failure) } else { state.done += 1 }
            if state.told == calls / 5 { state.early = Usage.now() }
        }
    }
}

/// So many orders through the whole pipeline to a ``FlakyService``, 64 in flight.
///
/// Every call has one outcome, every order one effect, and memory after the first fifth is what it
/// may be at the end.
struct Flaky: Sendable {
    let calls: Int
    let seed: UInt64

    private static let mostMoreMemory = 12 << 20

    func run() async throws -> Bool {
        print("flaky: \(calls) orders, 64 in flight, seed \(seed)")
        let service = FlakyService(seed: seed)
        var options = MockServer.Options()
        options.recordsRequests = false
        let server = try await MockServer(options: options) { service.answer($0) }
        let transport = EngineTransport()
        let api = client(server.url, service, transport)
        let start = ContinuousClock.now
        let tally = Tally(calls: calls)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask { while tally.take() { tally.note(await Self.order(api)) } }
            }
        }
        let late = Usage.now()
        let time = start.duration(to: .now)
        await transport.close()
        let isIdle = await server.idle(within: .seconds(20))
        await server.stop()
        let faults = judge(tally.outcomes, service, tally.early ?? late, late)
        print("flaky: \(time)")
        for fault in faults { print("flaky: FAULT \(fault)") }
        return faults.isEmpty && isIdle
    }

    private func client(
        _ url: String,
        _ service: FlakyService,
        _ transport: EngineTransport
    ) -> APIClient {
        let tokens = TokenSource(nil) { _ in service.renew() }
        var policy = RetryPolicy.exponential(
            limit: 60,
            base: .milliseconds(1),
            cap: .milliseconds(20)
        )
        policy.budget = nil
        // A token that ends while its call is under way is one attempt more.
        policy.statuses.insert(401)
        return APIClient(
            baseURL: url,
            pipeline: [
                .retry(policy), .authenticate(.bearer(tokens)), .circuitBreaker(failures: 1_000),
                .pace(.perHost), .bulkhead(concurrent: 64),
            ],
            transport: transport
        )
    }

    /// What an order failed by; nil where it was taken.
    private static func order(_ api: APIClient) async -> NetworkError.Kind? {
        do throws(NetworkError) {
            let response: Response = try await api.post("orders", body: ["item": "bread"])
            return response.body.bytes == Array("done".utf8) ? nil : .other
        } catch {
            return error.kind
        }
    }

    private func judge(
        _ outcomes: Tally.Outcomes,
        _ service: FlakyService,
        _ early: Usage,
        _ late: Usage
    ) -> [String] {
        let counts = service.counts
        print(
            "flaky: \(outcomes.done) done, \(outcomes.failed.count) failed,",
            "\(counts.effects) effects; \(counts.faults) faults, \(counts.refusals) refused tokens,",
            "\(counts.renewals) renewals, \(counts.throttles) told to wait"
        )
        print(
            "flaky: \(early.memory >> 10) KB, \(early.threads) threads after a fifth;",
            "\(late.memory >> 10) KB, \(late.threads) at the end"
        )
        var faults = outcomes.failed.prefix(10).map { "a call failed: \($0)" }
        if outcomes.told != calls { faults.append("\(outcomes.told) outcomes") }
        if counts.effects != calls { faults.append("\(counts.effects) effects") }
        if counts.faults < calls / 4 { faults.append("only \(counts.faults) faults were met") }
        if late.memory > early.memory + Self.mostMoreMemory { faults.append("memory grew") }
        return faults
    }
}
#endif
