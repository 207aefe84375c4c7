import Testing
import VencejoConcurrency
import VencejoSockets

@Suite struct `A waiter` {
    let poller: Poller

    init() throws {
        poller = try Poller()
    }

    @Test func `keeps one signal for the next wait`() async {
        let waiter = Waiter(poller: poller)
        waiter.signal()
        waiter.signal()
        #expect(await waiter.wait() == .ready)
        let soon = MonotonicClock.deadline(after: .milliseconds(5), from: MonotonicClock.now())
        #expect(await waiter.wait(until: soon) == .timedOut)
        poller.stop()
    }

    @Test func `wakes for a signal, a cancellation and the end`() async {
        let waiter = Waiter(poller: poller)
        let first = Task { await waiter.wait() }
        waiter.signal()
        #expect(await first.value == .ready)
        let second = Task { await waiter.wait() }
        second.cancel()
        #expect(await second.value == .cancelled)
        let third = Task { await waiter.wait() }
        waiter.close()
        #expect(await third.value == .closed)
        #expect(await waiter.wait() == .closed)
        poller.stop()
    }

    @Test func `obeys a deadline that is earlier than the one before it`() async {
        let waiter = Waiter(poller: poller)
        let now = MonotonicClock.now()
        let late = MonotonicClock.deadline(after: .seconds(60), from: now)
        let early = MonotonicClock.deadline(after: .milliseconds(10), from: now)
        let first = Task { await waiter.wait(until: late) }
        waiter.signal()
        #expect(await first.value == .ready)
        #expect(await waiter.wait(until: early) == .timedOut)
        poller.stop()
    }

    @Test func `ends each of ten thousand raced waits once`() async {
        let waiters = (0..<10_000).map { _ in Waiter(poller: poller) }
        let ended = await withTaskGroup(of: Void.self) { group in
            for (index, waiter) in waiters.enumerated() {
                let moment = MonotonicClock.now()
                let deadline = MonotonicClock.deadline(
                    after: .microseconds(index % 700),
                    from: moment
                )
                group.addTask { _ = await waiter.wait(until: deadline) }
                if index % 3 == 0 { waiter.signal() }
                if index % 1_000 == 999 { group.cancelAll() }
            }
            return await group.reduce(0) { count, _ in count + 1 }
        }
        #expect(ended == 10_000)
        poller.stop()
    }
}
