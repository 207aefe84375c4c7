import Testing
import VencejoSockets

@Suite struct `The clock` {
    @Test(
        arguments: [
            (Duration.zero, 0), (.nanoseconds(1), 1), (.seconds(60), 60_000_000_000),
            (.milliseconds(1_500), 1_500_000_000), (.seconds(-1), 0),
            (.seconds(1) / 1_000_000_000 / 2, 0), (.seconds(86_400 * 365), 31_536_000_000_000_000),
        ] as [(Duration, Nanoseconds)]
    )
    func `counts a duration in nanoseconds`(duration: Duration, nanoseconds: Nanoseconds) {
        #expect(duration.nanoseconds == nanoseconds)
        #expect(MonotonicClock.deadline(after: duration, from: 5) == 5 + nanoseconds)
    }

    @Test(arguments: [0, 1, 999, 60_000_000_001, 18_000_000_000_000_000_000] as [Nanoseconds])
    func `makes a duration of nanoseconds`(nanoseconds: Nanoseconds) {
        #expect(
            Duration(nanoseconds: nanoseconds).nanoseconds == nil
                || Duration(nanoseconds: nanoseconds).nanoseconds == nanoseconds
        )
        #expect(Duration(nanoseconds: nanoseconds) / .nanoseconds(1) == Double(nanoseconds))
    }

    @Test func `never reaches what is too far away`() {
        #expect(Duration.seconds(Int64.max / 2).nanoseconds == nil)
        #expect(MonotonicClock.deadline(after: .seconds(1 << 40), from: 1) == nil)
        #expect(MonotonicClock.deadline(after: nil, from: 1) == nil)
        #expect(MonotonicClock.deadline(after: .seconds(60), from: .max) == nil)
    }

    @Test func `goes forward`() {
        let first = MonotonicClock.now()
        #expect(MonotonicClock.now() >= first)
    }
}
