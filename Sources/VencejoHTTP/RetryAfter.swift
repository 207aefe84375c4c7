/// When a server asks to be called again (RFC 9110 §10.2.3).
public enum RetryAfter: Hashable, Sendable {
    /// So many seconds after the answer came.
    case delay(seconds: Int)
    /// At a moment of the server's clock.
    case date(HTTPDate)

    /// Reads a field value; a number too large for any clock is the largest there is.
    ///
    /// - Parameters:
    ///   - value: Digits only, or a date.
    ///   - now: Seconds since 1970, for dates with years of two digits.
    public init?(_ value: String, now: Int = 1_767_225_600) {
        let text = value.trimmingBlanks
        if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            self = .delay(seconds: Int(text) ?? .max)
        } else if let date = HTTPDate(text, now: now) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// How long to wait from a moment on, never less than nothing.
    ///
    /// - Parameter now: Seconds since 1970.
    public func seconds(from now: Int) -> Int {
        switch self {
        case .delay(let seconds): return seconds
        case .date(let date):
            let (seconds, isTooLarge) = date.secondsSince1970.subtractingReportingOverflow(now)
            return isTooLarge ? (now < 0 ? .max : 0) : max(seconds, 0)
        }
    }
}
