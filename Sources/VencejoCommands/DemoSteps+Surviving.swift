import Vencejo
import VencejoConcurrency
import VencejoMockServer

extension DemoSteps {
    static let surviving: [DemoStep] = [
        DemoStep(
            title: "Busy twice: again, and never earlier than the server says",
            code: "pipeline: [.retry()]"
        ) { world in
            let calls = Locked(0)
            return try await visiting(world, .retry()) { _ in
                next(calls) < 3
                    ? MockResponse.status(503).header("Retry-After", "30") : .json(["id": 1])
            } _: { api, heard in
                let response: Response = try await api.get("users/1")
                return "\(response.status.code) al intento \(response.attempts), "
                    + "tras esperar \(heard.waits) veces (el reloj de la demo no espera)"
            }
        },
        DemoStep(
            title: "An order whose answer is lost: two attempts, one effect",
            code: #"try await api.post("orders", body: order)  // one Idempotency-Key for the call"#
        ) { world in
            let orders = Locked<[String: Int]>([:])
            return try await visiting(world, .retry()) { request in
                let key = request.headers["Idempotency-Key"] ?? "none"
                let count = orders.withLock { orders in
                    orders[key, default: 0] += 1
                    return orders[key, default: 0]
                }
                let receipt = MockResponse.json(["id": 1], status: 201)
                return count == 1 ? receipt.failing(.reset(after: .start)) : receipt
            } _: { api, _ in
                let response: Response = try await api.post("orders", body: ["item": "pan"])
                let effects = orders.withLock(\.count)
                return
                    "\(response.status.code), intentos: \(response.attempts), efectos: \(effects)"
            }
        },
        DemoStep(
            title: "Five calls with an old token: one renewal, five answers",
            code: "pipeline: [.authenticate(.bearer(TokenSource(old) { _ in try await signIn() }))]"
        ) { world in
            let renewals = Locked(0)
            let tokens = TokenSource("old", renewal: { _ in "new-\(next(renewals))" })
            return try await visiting(world, .authenticate(.bearer(tokens)), isTapped: false) {
                $0.headers["Authorization"] == "Bearer new-1" ? .json([:]) : .status(401)
            } _: { api, _ in
                let answers = await withTaskGroup(of: Int.self) { group in
                    for _ in 0..<5 {
                        group.addTask { (try? await api.get("me") as Response)?.status.code ?? 0 }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                return "respuestas: \(answers), renovaciones: \(renewals.withLock { $0 })"
            }
        },
        DemoStep(
            title: "A limit that the server tells: slower, before it says 429",
            code: "pipeline: [.pace(.perHost)]"
        ) { world in
            try await visiting(world, .pace(.perHost), isTapped: false) { _ in
                .json([:]).header("RateLimit-Policy", #""demo";q=10;w=1"#)
            } _: { api, heard in
                for _ in 0..<20 { _ = try await api.get("users/1") as Response }
                return "20 llamadas, \(heard.waits) esperas, ningún 429"
            }
        },
        DemoStep(
            title: "A host that only fails is left alone for a while",
            code: "pipeline: [.circuitBreaker(failures: 3)]"
        ) { world in
            let calls = Locked(0)
            return try await visiting(world, .circuitBreaker(failures: 3), isTapped: false) { _ in
                _ = next(calls)
                return .status(500)
            } _: { api, _ in
                var kinds: [String] = []
                for _ in 0..<5 {
                    do throws(NetworkError) {
                        _ = try await api.get("users/1") as Response
                    } catch {
                        if case .circuitOpen = error.kind { kinds.append("abierto") }
                    }
                }
                return "5 llamadas, \(calls.withLock { $0 }) enviadas, \(kinds.count) sin enviar"
            }
        },
        DemoStep(
            title: "Five identical reads at once are one request",
            code: "pipeline: [.coalesce]"
        ) { world in
            let calls = Locked(0)
            let joined = Locked(0)
            return try await visiting(world, .coalesce, isTapped: false) { _ in
                _ = next(calls)
                while joined.withLock({ $0 }) < 4 { await Task.yield() }
                return .json([:])
            } _: { api, heard in
                let sharing = api.with {
                    $0.observer = { event in if event.kind == .joined { _ = next(joined) } }
                }
                let answers = await withTaskGroup(of: Bool.self) { group in
                    for _ in 0..<5 {
                        group.addTask { (try? await sharing.get("users/1") as Response) != nil }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                return "\(answers) respuestas, \(calls.withLock { $0 }) petición"
            }
        },
        DemoStep(
            title: "Without a network: fail at once, or wait for it",
            code: "pipeline: [.whenOffline(.fail)]"
        ) { _ in
            let api = APIClient(baseURL: "https://api.example.com", pipeline: [.whenOffline(.fail)])
            {
                $0.context.connectivity = NoNetwork()
            }
            do throws(NetworkError) {
                _ = try await api.get("users/1") as Response
            } catch {
                return "nada se envía: \(error.userMessage(in: .spanish))"
            }
            throw DemoSurprise(description: "the call was expected to fail")
        },
    ]

    /// What an observer of a step heard.
    struct Heard: Sendable {
        let count: @Sendable () -> Int
        var waits: Int { count() }
    }

    private struct NoNetwork: Connectivity {
        var isOnline: Bool { false }
        func untilOnline() async {}
    }

    private static func next(_ counter: borrowing Locked<Int>) -> Int {
        counter.withLock { number in
            number += 1
            return number
        }
    }

    /// A server for one step, and a client whose waits end at once.
    static func visiting(
        _ world: DemoWorld,
        _ layer: Layer,
        isTapped: Bool = true,
        handler: @escaping @Sendable (RecordedRequest) async -> MockResponse,
        _ body: (APIClient, Heard) async throws -> String
    ) async throws -> String {
        let server = try await MockServer(handler: handler)
        let waits = Locked(0)
        let clock = DemoClock()
        let api = APIClient(
            baseURL: server.url,
            pipeline: Pipeline([layer] + (isTapped ? [.custom(world.tap)] : []))
        ) {
            $0.context.time = TimeSource(clock, secondsSince1970: { 1_767_225_600 })
            $0.context.random = { 0 }
            $0.context.observer = { event in
                if case .waiting = event.kind { _ = next(waits) }
            }
        }
        let result = await typed { try await body(api, Heard { waits.withLock { $0 } }) }
        await api.close()
        await server.stop()
        return try result.get()
    }
}

/// A clock that nobody waits for: a sleep moves it to its end.
private final class DemoClock: Clock, Sendable {
    private let moment = Locked(ContinuousClock.now)

    var now: ContinuousClock.Instant { moment.withLock { $0 } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        moment.withLock { $0 = max($0, deadline) }
        await Task.yield()
    }
}
