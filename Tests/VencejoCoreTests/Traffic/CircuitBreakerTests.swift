import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoTesting

struct CircuitMachineTests {
    private func opened() -> CircuitMachine {
        var machine = CircuitMachine(failures: 3, pause: .seconds(30))
        for _ in 0..<3 { machine.note(isFailure: true, at: .zero) }
        return machine
    }

    @Test func `failures in a row open it, a success between them does not`() {
        var machine = CircuitMachine(failures: 3, pause: .seconds(30))
        for isFailure in [true, true, false, true, true] {
            machine.note(isFailure: isFailure, at: .zero)
        }
        #expect(machine.admit(at: .zero) == .go)
        machine.note(isFailure: true, at: .zero)
        #expect(machine.admit(at: .seconds(10)) == .refused(for: .seconds(20)))
    }

    @Test func `after the pause one call goes to find out, and the others wait for it`() {
        var machine = opened()
        #expect(machine.admit(at: .seconds(30)) == .go)
        #expect(machine.admit(at: .seconds(31)) == .refused(for: .seconds(29)))
        var failed = machine
        machine.note(isFailure: false, at: .seconds(32))
        #expect(machine.state == .closed(failures: 0))
        failed.note(isFailure: true, at: .seconds(32))
        #expect(failed.state == .open(until: .seconds(62)))
    }

    @Test func `a probe that was cancelled, or lost, lets another go`() {
        var machine = opened()
        #expect(machine.admit(at: .seconds(30)) == .go)
        var lost = machine
        machine.forget(at: .seconds(31))
        #expect(machine.admit(at: .seconds(31)) == .go)
        #expect(lost.admit(at: .seconds(60)) == .go)
    }

    @Test func `an old call that ends late changes nothing`() {
        var machine = opened()
        machine.note(isFailure: false, at: .seconds(1))
        #expect(machine.admit(at: .seconds(1)) == .refused(for: .seconds(29)))
    }
}

struct CircuitBreakerTests {
    @Test func `a failing host is left alone, then asked again`() async throws {
        let clock = TestClock(skipsWaits: true)
        let isWell = Locked(false)
        let transport = AnswerTransport { request throws(NetworkError) in
            Response(status: isWell.withLock { $0 } ? 200 : 500, request: request)
        }
        let api = client(transport, pipeline: [.circuitBreaker(failures: 2)]) {
            $0.context.time = clock.timeSource
        }
        var kinds: [NetworkError.Kind?] = []
        for _ in 0..<3 {
            kinds.append(
                await failure { () throws(NetworkError) in try await api.get("x") }?.kind
            )
        }
        #expect(kinds == [.status(500), .status(500), .circuitOpen(retryAfter: .seconds(30))])
        #expect(transport.requests.count == 2)
        clock.advance(by: .seconds(30))
        isWell.withLock { $0 = true }
        _ = try await api.get("x")
        _ = try await api.get("x")
        #expect(transport.requests.count == 4)
    }

    @Test func `a caller's own mistakes do not open it`() async throws {
        let transport = AnswerTransport(404)
        let api = client(transport, pipeline: [.circuitBreaker(failures: 1)])
        for _ in 0..<3 {
            let error = await failure { () throws(NetworkError) in try await api.get("x") }
            #expect(error?.kind == .status(404))
        }
    }
}
