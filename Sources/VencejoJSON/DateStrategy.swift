/// How dates are written in JSON.
public enum DateStrategy: Sendable {
    /// `2024-02-29T12:30:00Z`, with any offset and fraction when reading (RFC 3339).
    case iso8601
    /// As the type does it: seconds since 2001.
    case deferred
    /// A number of seconds since 1970.
    case secondsSince1970
    /// A number of milliseconds since 1970.
    case millisecondsSince1970
    /// A string of your own, to and from seconds since 1970; nil for one that is no date.
    case custom(
        parse: @Sendable (String) -> Double?,
        format: @Sendable (Double) -> String
    )

    /// From 1970 to the reference date of Foundation, 2001.
    static let reference = 978_307_200.0
}
