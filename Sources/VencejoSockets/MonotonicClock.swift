import CMoment

/// Nanoseconds on a clock that only goes forward; what deadlines are written in.
package typealias Nanoseconds = UInt64

package enum MonotonicClock: Sendable {
    /// The time since some moment of the past, asked of the system without a detour.
    ///
    /// On the thread of a ``VirtualTime`` it is that one's.
    package static func now() -> Nanoseconds {
        let moment = vencejo_moment()
        return moment == 0 ? systemNow() : moment
    }

    /// The system's, on whatever thread.
    static func system() -> Nanoseconds { systemNow() }

    /// Gives this thread a time of its own.
    static func setThread(_ moment: Nanoseconds) { vencejo_set_moment(moment) }

    /// The moment after `duration` from `start`; a duration too long to count is never reached.
    package static func deadline(
        after duration: Duration?,
        from start: Nanoseconds
    ) -> Nanoseconds? {
        guard let duration else { return nil }
        guard let length = duration.nanoseconds else { return nil }
        let (moment, isNever) = start.addingReportingOverflow(length)
        return isNever ? nil : moment
    }
}

extension Duration {
    package init(nanoseconds: Nanoseconds) {
        let (high, low) = nanoseconds.multipliedFullWidth(by: 1_000_000_000)
        self.init(_high: Int64(high), low: low)
    }

    /// Whole nanoseconds: 0 for what is negative, `nil` for more than thirty years.
    ///
    /// Deadlines are made for every wait, and the general division of 128 bits takes a thousand
    /// instructions; this one takes one.
    package var nanoseconds: Nanoseconds? {
        guard _high >= 0 else { return 0 }
        guard _high < 50_000_000 else { return nil }
        return UInt64(1_000_000_000).dividingFullWidth((UInt64(_high), _low)).quotient
    }
}
