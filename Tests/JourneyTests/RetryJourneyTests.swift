import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer
import VencejoTesting

/// A shop that counts what it did, and answers late, wrongly, twice, or not at all.
private final class Shop: Sendable {
    private struct State: Sendable {
        var generator: Seeded
        var orders: [String: Int] = [:]
        var effects = 0
        var faults = 0
    }

    private enum Mood: Sendable { case well, busy, forgetful, wrong, torn, silent, twice }

    private let state: Locked<State>

    init(seed: UInt64) {
        state = Locked(State(generator: Seeded(state: seed)))
    }

    var effects: Int { state.withLock { $0.effects } }
    var faults: Int { state.withLock { $0.faults } }

    /// Three answers in ten go wrong, before the order is taken or after.
    func answer(_ request: RecordedRequest) -> MockResponse {
        let mood = state.withLock { state -> Mood in
            let moods: [Mood] = [.busy, .forgetful, .wrong, .torn, .silent, .twice]
            guard Int.random(in: 0..<10, using: &state.generator) < 3 else { return .well }
            state.faults += 1
            return moods[Int.random(in: 0..<moods.count, using: &state.generator)]
        }
        if mood == .busy { return .status(503) }
        let id = take(request.headers["Idempotency-Key"] ?? "none")
        let receipt = MockResponse.json(["id": .number(JSONNumber(id))], status: 201)
        switch mood {
        case .well, .busy: return receipt
        case .forgetful: return receipt.failing(.reset(after: .start))
        case .wrong: return .status(500)
        case .torn: return receipt.failing(.close(after: .body(3)))
        case .silent: return receipt.failing(.stall(after: .start))
        case .twice:
            let text = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
            return .raw(Array((text + text).utf8))
        }
    }

    private func take(_ key: String) -> Int {
        state.withLock { state in
            if let known = state.orders[key] { return known }
            state.effects += 1
            state.orders[key] = state.effects
            return state.effects
        }
    }
}

private struct Receipt: Decodable, Sendable {
    let id: Int
}

@Suite struct RetryJourneyTests {
    @Test(.server(leaving: .handlers))
    func `a thousand orders under faults are a thousand orders`() async throws {
        let server = try TestServer.current
        let shop = Shop(seed: 7)
        server.on(.post, "orders") { shop.answer($0) }
        let clock = TestClock(skipsWaits: true)
        var policy = RetryPolicy.exponential(limit: 20)
        policy.budget = nil
        let api = APIClient(baseURL: server.url, pipeline: [.retry(policy)]) {
            $0.context.time = clock.timeSource
            $0.timeouts.response = .milliseconds(400)
        }
        let ids = await withTaskGroup(of: [Int].self) { group in
            for worker in 0..<20 {
                group.addTask {
                    var ids: [Int] = []
                    for number in 0..<50 {
                        let order = ["item": "\(worker)-\(number)"]
                        let receipt: Receipt? = try? await api.post("orders", body: order)
                        if let receipt { ids.append(receipt.id) }
                    }
                    return ids
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(ids.count == 1_000)
        #expect(Set(ids).count == 1_000)
        #expect(shop.effects == 1_000)
        #expect(shop.faults > 300)
        await api.close()
    }
}
