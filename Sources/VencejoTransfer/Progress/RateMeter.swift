/// Bytes a second, smoothed: the last few seconds count the most.
package struct RateMeter: Sendable {
    /// A sample is at least so long, or chance would rule it.
    private static let shortest = 0.1
    /// How far back the rate looks, in seconds.
    private static let memory = 3.0

    package private(set) var bytesPerSecond: Double?
    private var bytes = 0
    private var start: Duration

    package init(at moment: Duration) {
        start = moment
    }

    /// Counts bytes that were transferred by a moment.
    package mutating func note(_ count: Int, at moment: Duration) {
        bytes += count
        let elapsed = (moment - start) / .seconds(1)
        guard elapsed >= Self.shortest else { return }
        let sample = Double(bytes) / elapsed
        let weight = elapsed / (elapsed + Self.memory)
        bytesPerSecond = bytesPerSecond.map { $0 + (sample - $0) * weight } ?? sample
        bytes = 0
        start = moment
    }
}
