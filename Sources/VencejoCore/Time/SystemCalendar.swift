#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension TimeSource {
    /// Seconds since 1970 by the system's calendar.
    public static let systemCalendar: @Sendable () -> Int = { time(nil) }
}
