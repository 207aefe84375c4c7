import Testing
import VencejoCore
import VencejoHTTP
import VencejoTesting

struct OfflineMachineTests {
    struct Row: Sendable {
        let policy: OfflinePolicy
        let elapsed: Duration
        let remaining: Duration?
        let step: OfflineMachine.Step
    }

    static let rows = [
        Row(policy: .send, elapsed: .zero, remaining: nil, step: .go),
        Row(policy: .fail, elapsed: .zero, remaining: nil, step: .fail(.noConnection(.offline))),
        Row(policy: .wait(upTo: nil), elapsed: .zero, remaining: nil, step: .wait(upTo: nil)),
        Row(
            policy: .wait(upTo: nil),
            elapsed: .seconds(2),
            remaining: .seconds(3),
            step: .wait(upTo: .seconds(3))
        ),
        Row(
            policy: .wait(upTo: nil),
            elapsed: .zero,
            remaining: .zero,
            step: .fail(.timedOut(.total))
        ),
        Row(
            policy: .wait(upTo: .seconds(30)),
            elapsed: .seconds(10),
            remaining: nil,
            step: .wait(upTo: .seconds(20))
        ),
        Row(
            policy: .wait(upTo: .seconds(30)),
            elapsed: .seconds(10),
            remaining: .seconds(5),
            step: .wait(upTo: .seconds(5))
        ),
        Row(
            policy: .wait(upTo: .seconds(30)),
            elapsed: .seconds(30),
            remaining: nil,
            step: .fail(.noConnection(.offline))
        ),
    ]

    @Test(arguments: rows) func `without a network it does what the policy says`(row: Row) {
        let machine = OfflineMachine(row.policy, at: .seconds(100))
        let now = Duration.seconds(100) + row.elapsed
        #expect(machine.next(isOnline: false, at: now, remaining: row.remaining) == row.step)
        #expect(machine.next(isOnline: true, at: now, remaining: row.remaining) == .go)
    }
}

struct WhenOfflineTests {
    private let clock = TestClock()
    private let network = ManualConnectivity(isOnline: false)

    private func api(_ transport: AnswerTransport, _ pipeline: Pipeline) -> APIClient {
        client(transport, pipeline: pipeline) { [clock, network] in
            $0.context.time = clock.timeSource
            $0.context.connectivity = network
        }
    }

    @Test func `a call waits for the network and then goes`() async throws {
        let transport = AnswerTransport(200)
        let api = api(transport, [.retry(), .whenOffline()])
        let call = Task { try await api.get("x") as Response }
        await network.waiters()
        #expect(transport.requests.isEmpty)
        network.set(isOnline: true)
        #expect(try await call.value.status == 200)
        #expect(transport.requests.count == 1)
    }

    @Test func `after the limit it fails, and is not tried again`() async {
        let transport = AnswerTransport(200)
        let api = api(transport, [.retry(), .whenOffline(.wait(upTo: .seconds(30)))])
        let call = Task { await failure { () throws(NetworkError) in try await api.get("x") } }
        await clock.sleepers()
        clock.advance(by: .seconds(30))
        #expect(await call.value?.kind == .noConnection(.offline))
        #expect(transport.requests.isEmpty)
    }

    @Test func `a network that is lost again is waited for with what is left of the limit`() async {
        let api = api(AnswerTransport(200), [.whenOffline(.wait(upTo: .seconds(30)))])
        let call = Task { await failure { () throws(NetworkError) in try await api.get("x") } }
        await clock.sleepers()
        await network.waiters()
        clock.advance(by: .seconds(20))
        #expect(clock.now.offset == .seconds(20))
        clock.advance(by: .seconds(10))
        #expect(await call.value?.kind == .noConnection(.offline))
    }

    @Test func `the time of the whole call is kept`() async throws {
        let api = api(AnswerTransport(200), [.whenOffline(.wait(upTo: nil))])
        var request = try api.makeRequest(.get, "x")
        request.timeouts.total = .seconds(7)
        let call = Task { [request] in
            await failure { () throws(NetworkError) in try await api.perform(request) }
        }
        await clock.sleepers()
        clock.advance(by: .seconds(7))
        #expect(await call.value?.kind == .timedOut(.total))
    }

    @Test func `it fails at once where that is wanted, for one call too`() async throws {
        let transport = AnswerTransport(200)
        let api = api(transport, [.retry(), .whenOffline()])
        let error = await failure { () throws(NetworkError) in
            try await api.with { $0.whenOffline = .fail }.get("x")
        }
        #expect(error?.kind == .noConnection(.offline))
        #expect(transport.requests.isEmpty)
        _ = try await api.with { $0.whenOffline = .send }.get("x")
        #expect(transport.requests.count == 1)
    }

    @Test func `this machine is asked without a network`() async throws {
        let transport = AnswerTransport(200)
        _ = try await api(transport, [.whenOffline(.fail)]).get("http://127.0.0.1:1/x")
        #expect(transport.requests.count == 1)
    }

    @Test func `a cancelled call waits no longer`() async {
        let api = api(AnswerTransport(200), [.whenOffline(.wait(upTo: nil))])
        let call = Task { await failure { () throws(NetworkError) in try await api.get("x") } }
        await network.waiters()
        call.cancel()
        #expect(await call.value?.kind == .cancelled)
    }
}
