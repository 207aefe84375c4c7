/// How far a transfer has come.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes that are there, those of earlier runs included.
    public var bytes: Int
    /// The bytes in all; nil while nobody has said.
    public var total: Int?
    /// The bytes that were there when this run began: they were not transferred again.
    public var kept: Int
    /// Bytes a second over the last few seconds; nil until it can be told.
    public var bytesPerSecond: Double?

    public init(bytes: Int = 0, total: Int? = nil, kept: Int = 0, bytesPerSecond: Double? = nil) {
        self.bytes = bytes
        self.total = total
        self.kept = kept
        self.bytesPerSecond = bytesPerSecond
    }

    /// What is done, from 0 to 1; nil while the total is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(Double(bytes) / Double(total), 1) : 1
    }

    /// How long the rest takes at this rate; nil where the total or the rate is unknown.
    public var timeLeft: Duration? {
        guard let total, let bytesPerSecond, bytesPerSecond > 0 else { return nil }
        let seconds = Double(max(total - bytes, 0)) / bytesPerSecond
        // A rate close to nothing would be more than a duration holds.
        return seconds < 1e12 ? .seconds(seconds) : nil
    }
}
