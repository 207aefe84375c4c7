public import VencejoMockServer
import VencejoSockets

extension TestClock {
    /// Runs `body`, and moves the clock whenever everything in it waits.
    ///
    ///     let clock = TestClock()
    ///     try await clock.run {
    ///         var options = MockServer.Options()
    ///         options.keepTime(by: clock)
    ///         let server = try await MockServer.jsonPlaceholder(
    ///             latency: .fixed(.seconds(30)),
    ///             options: options
    ///         )
    ///         // … an engine with keepTime(by: clock.timeSource), and calls that take minutes …
    ///         await server.stop()
    ///     }
    ///
    /// Time stands still while anything is left to be done, on either end of a connection, and then
    /// jumps to the next moment that anybody waits for: a sleep, a time-out, a latency. Ten minutes
    /// take as long as the work in them, and come out the same each time.
    ///
    /// All of it runs on one thread. Tasks in groups and `async let` belong to it; a task without a
    /// parent does not, and neither do names that the system looks up: the clock does not wait for
    /// them.
    @concurrent
    public func run<Value: Sendable, Failure: Error>(
        _ body: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let time = socketTime else { return try await body() }
        time.setIdle { [weak self] in self?.jump(earliestTimer: $0) }
        defer { time.setIdle(nil) }
        return try await time.inside(body)
    }

    /// Moves to the earliest of all moments; nil where there is none.
    private func jump(earliestTimer: Duration?) -> Duration? {
        let moments = [earliestSleeper, earliestTimer].compactMap { $0 }
        guard let next = moments.min() else { return nil }
        advance(by: max(next - now.offset, .zero))
        return now.offset
    }
}

extension MockServer.Options {
    /// Takes the time from a test's clock: latencies, pauses and time-outs end when it says so.
    public mutating func keepTime(by clock: TestClock) {
        virtualTime = clock.socketTime
    }
}
