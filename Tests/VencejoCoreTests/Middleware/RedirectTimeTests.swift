import Testing
import VencejoCore
import VencejoHTTP

@Suite struct RedirectTimeTests {
    private func machine() throws -> RedirectMachine {
        var request = Request(.get, try #require(URI("https://example.com/a")))
        request.timeouts.total = .seconds(10)
        return RedirectMachine(request, limit: 20)
    }

    @Test func `a hop has what is left of the whole call's time`() throws {
        var machine = try machine()
        try machine.spend(.seconds(4), of: .seconds(10))
        #expect(machine.request.timeouts.total == .seconds(6))
        try machine.spend(.seconds(9), of: .seconds(10))
        #expect(machine.request.timeouts.total == .seconds(1))
    }

    @Test func `a call whose time is spent is not sent on`() throws {
        var machine = try machine()
        let error = #expect(throws: NetworkError.self) {
            try machine.spend(.seconds(10), of: .seconds(10))
        }
        #expect(error?.kind == .timedOut(.total))
    }

    @Test func `a call without a limit keeps none`() throws {
        var machine = try machine()
        try machine.spend(.seconds(1_000), of: nil)
        #expect(machine.request.timeouts.total == .seconds(10))
    }
}
