import Testing
import VencejoCore
import VencejoTesting
import VencejoTransfer

@Suite struct ProgressTests {
    @Test func `fraction and time left come of bytes, total and rate`() {
        var progress = TransferProgress(bytes: 25, total: 100, bytesPerSecond: 5)
        #expect(progress.fraction == 0.25)
        #expect(progress.timeLeft == .seconds(15))
        progress.total = nil
        #expect(progress.fraction == nil && progress.timeLeft == nil)
        progress.total = 0
        #expect(progress.fraction == 1)
        progress = TransferProgress(bytes: 0, total: .max, bytesPerSecond: 1e-9)
        #expect(progress.timeLeft == nil)
    }

    @Test func `the rate is that of the last seconds`() throws {
        var meter = RateMeter(at: .seconds(10))
        meter.note(500, at: .seconds(10))
        #expect(meter.bytesPerSecond == nil)
        meter.note(500, at: .seconds(11))
        #expect(meter.bytesPerSecond == 1_000)
        for second in 12...60 { meter.note(100, at: .seconds(second)) }
        let rate = try #require(meter.bytesPerSecond)
        #expect(99...101 ~= rate)
    }

    @Test func `a slow reader gets the newest state and the last one`() async {
        let meter = TransferMeter(time: TestClock().timeSource)
        var updates = meter.updates.makeAsyncIterator()
        meter.begin(kept: 10, total: 100)
        for _ in 0..<50 { meter.add(1) }
        #expect(await updates.next() == TransferProgress(bytes: 60, total: 100, kept: 10))
        meter.add(40)
        meter.finish()
        #expect(await updates.next()?.fraction == 1)
        #expect(await updates.next() == nil)
    }

    @Test func `who comes late is told the present state, who comes too late the last`() async {
        let meter = TransferMeter(time: TestClock().timeSource)
        meter.begin(kept: 0, total: 4)
        meter.add(4)
        for await progress in meter.updates {
            #expect(progress.bytes == 4)
            break
        }
        meter.finish()
        var states: [Int] = []
        for await progress in meter.updates { states.append(progress.bytes) }
        #expect(states == [4])
    }
}
