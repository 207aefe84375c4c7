import Testing
import VencejoConcurrency

private final class Counter: Sendable {
    let value = Locked(0)
}

private struct Refused: Error, Equatable {}

@Suite struct LockedTests {
    @Test func `no increment is lost between tasks`() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 { counter.value.withLock { $0 += 1 } }
                }
            }
        }
        #expect(counter.value.withLock { $0 } == 80_000)
    }

    @Test func `an error leaves the lock open and keeps its type`() {
        let locked = Locked(1)
        #expect(throws: Refused.self) {
            try locked.withLock { _ throws(Refused) in throw Refused() }
        }
        #expect(locked.withLock { $0 } == 1)
    }

    @Test func `a typed result keeps the error's type`() async {
        let result = await typed { () async throws(Refused) -> Int in throw Refused() }
        #expect(result == .failure(Refused()))
    }
}
