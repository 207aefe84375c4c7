package import VencejoConcurrency

/// Time as a call meets it: how much has passed, how to wait, and what the calendar says.
///
/// Whatever waits or counts time in a client asks one of these, so a test that gives its own lets
/// ten minutes pass at once:
///
///     let clock = TestClock()
///     let api = APIClient(baseURL: url, transport: stub) { $0.context.time = clock.timeSource }
public struct TimeSource: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void
    private let calendar: @Sendable () -> Int
    /// What moves the time of sockets along with this; none for the system's time.
    package var driver: @Sendable () -> (any TimeDriver)? = { nil }

    /// The time of a clock, with a calendar beside it.
    ///
    /// - Parameters:
    ///   - clock: What counts and waits.
    ///   - secondsSince1970: What the calendar says, for dates that servers send.
    public init<C: Clock>(
        _ clock: C,
        secondsSince1970: @escaping @Sendable () -> Int = TimeSource.systemCalendar
    ) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
        calendar = secondsSince1970
    }

    /// The system's clock, which goes on while the machine sleeps, and its calendar.
    public static let system = TimeSource(ContinuousClock())

    /// The time since a moment that never changes.
    public var now: Duration { elapsed() }

    /// Seconds since 1970, without leap seconds.
    public var secondsSince1970: Int { calendar() }

    /// Waits; a cancelled task fails at once with ``NetworkError/Kind-swift.enum/cancelled``.
    public func sleep(for duration: Duration) async throws(NetworkError) {
        do {
            if duration > .zero { try await wait(duration) }
            try Task.checkCancellation()
        } catch {
            throw NetworkError(.cancelled, underlying: error)
        }
    }
}
