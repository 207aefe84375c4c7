import Testing
import VencejoConcurrency

struct TurnstileTests {
    @Test func `places go in order, and a cancelled one is passed over`() async {
        let turnstile = Turnstile(limit: 1)
        #expect(await turnstile.enter())
        let order = Locked<[Int]>([])
        var tasks: [Task<Bool, Never>] = []
        for number in 0..<3 {
            tasks.append(
                Task { @Sendable in
                    let isIn = await turnstile.enter()
                    if isIn { order.withLock { $0.append(number) } }
                    return isIn
                }
            )
            while turnstile.waiting <= number { await Task.yield() }
        }
        tasks[1].cancel()
        #expect(await tasks[1].value == false)
        turnstile.leave()
        #expect(await tasks[0].value)
        turnstile.leave()
        #expect(await tasks[2].value)
        #expect(order.withLock { $0 } == [0, 2])
        #expect(await turnstile.enter(ifFewerWaitThan: 0) == nil)
        turnstile.leave()
        #expect(await turnstile.enter())
    }

    @Test func `cancelling at any moment loses no place`() async {
        let turnstile = Turnstile(limit: 2)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2_000 {
                group.addTask {
                    let task = Task {
                        guard await turnstile.enter() else { return }
                        await Task.yield()
                        turnstile.leave()
                    }
                    if number % 2 == 0 { task.cancel() }
                    await task.value
                }
            }
        }
        #expect(turnstile.waiting == 0)
        #expect(await turnstile.enter(ifFewerWaitThan: 0) == true)
        #expect(await turnstile.enter(ifFewerWaitThan: 0) == true)
        #expect(await turnstile.enter(ifFewerWaitThan: 0) == nil)
    }
}
