/// How dates are written in JSON.
public enum DateStrategy: Sendable {
    /// `2024-02-29T12:30:00Z`, with any offset and fraction when reading (RFC 3339), and no more.
    case iso8601
    /// As the type does it: seconds since 2001.
    case deferred
    /// A number of seconds since 1970.
    case secondsSince1970
    /// A number of milliseconds since 1970.
    case millisecondsSince1970
    /// Any form that services send is read; written is `2024-02-29T12:30:00Z`.
    case tolerating(DateTolerance)
    /// A fixed pattern.
    case formatted(DateFormat)
    /// A string of your own, to and from seconds since 1970; nil for one that is no date.
    case custom(
        parse: @Sendable (String) -> Double?,
        format: @Sendable (Double) -> String
    )
    /// Your own code on the decoder and the encoder, in seconds since 1970.
    case coding(
        decode: @Sendable (any Decoder) throws -> Double,
        encode: @Sendable (Double, any Encoder) throws -> Void
    )

    /// Any form that services send, but for times without a zone.
    public static let tolerant = DateStrategy.tolerating(DateTolerance())

    /// From 1970 to the reference date of Foundation, 2001.
    static let reference = 978_307_200.0
}
