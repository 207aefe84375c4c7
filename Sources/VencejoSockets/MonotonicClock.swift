/// Nanoseconds on a clock that only goes forward; what deadlines are written in.
package typealias Nanoseconds = UInt64

package enum MonotonicClock: Sendable {
    private static let start = ContinuousClock.now

    /// The time since the first call in this process, and one second.
    package static func now() -> Nanoseconds {
        nanoseconds(start.duration(to: .now)) + 1_000_000_000
    }

    /// The moment after `duration` from `start`; a duration too long to count is never reached.
    package static func deadline(
        after duration: Duration?,
        from start: Nanoseconds
    ) -> Nanoseconds? {
        guard let duration else { return nil }
        guard duration.components.seconds < 1_000_000_000 else { return nil }
        return start + nanoseconds(duration)
    }

    private static func nanoseconds(_ duration: Duration) -> Nanoseconds {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}

extension Duration {
    package init(nanoseconds: Nanoseconds) {
        self = .nanoseconds(Int64(clamping: nanoseconds))
    }
}
