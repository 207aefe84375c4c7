#if os(Linux)
/// What a server may do to one HTTP/2 connection before a stream or the connection is ended.
package struct HTTP2Limits: Sendable, Hashable {
    /// The fields of one head, names and values, with 32 for each (RFC 9113 §6.5.2).
    package var maxHeadBytes = 262_144
    /// Field lines in a head or in trailers.
    package var maxHeaderCount = 1_000
    /// Interim answers (1xx) before the final one.
    package var maxInterimAnswers = 32
    /// What a server may send on one stream before its reader has taken anything, in bytes.
    package var streamWindow = 1 << 20
    /// What a server may have under way on all streams, in bytes.
    package var connectionWindow = 16 << 20
    /// Streams at once, where the server allows more.
    package var maxStreams = 1_024
    /// Frames that bring nobody forward, such as PING and SETTINGS, at one go.
    package var idleFrames = 1_000
    /// How many such frames more are allowed each second.
    package var idleFramesPerSecond = 50

    package init() {}
}

/// Counts the frames that bring nobody forward: a server may send some, but not only these.
///
/// A frame takes from the credit; time and answers give it back, up to where it began.
struct HTTP2FrameCredit: Sendable {
    private let most: Int
    private let perSecond: Int
    private var credit: Int
    private var moment: UInt64 = 0

    init(_ limits: HTTP2Limits) {
        most = limits.idleFrames
        perSecond = limits.idleFramesPerSecond
        credit = most
    }

    /// Takes the price of a frame that helps nobody; false when the credit is used up.
    mutating func spend() -> Bool {
        credit -= 1
        return credit >= 0
    }

    /// Gives back for what helps a call: an answer, content, a frame of a request.
    mutating func earn(_ count: Int) {
        credit = min(most, credit + count)
    }

    /// Gives back for the time since the last call, whole tenths of a second.
    mutating func pass(to now: UInt64) {
        guard now > moment else { return }
        let tenths = (now - moment) / 100_000_000
        guard tenths > 0 else { return }
        moment = now
        earn(min(most, Int(clamping: tenths) * perSecond / 10))
    }
}
#endif
