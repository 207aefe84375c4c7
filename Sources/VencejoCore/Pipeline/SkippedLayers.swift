/// Layers that a call goes past as if they were not there.
///
///     let urgent = api.with { $0.skips = [.pace, .bulkhead] }
///
/// The others are chosen by value: ``CallContext/retry``, ``CallContext/hedge``,
/// ``CallContext/whenOffline``, ``CallContext/authentication``, ``CallContext/timeouts``.
public struct SkippedLayers: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let pace = SkippedLayers(rawValue: 1 << 0)
    public static let circuitBreaker = SkippedLayers(rawValue: 1 << 1)
    public static let bulkhead = SkippedLayers(rawValue: 1 << 2)
    public static let coalesce = SkippedLayers(rawValue: 1 << 3)
    public static let log = SkippedLayers(rawValue: 1 << 4)
    public static let metrics = SkippedLayers(rawValue: 1 << 5)
    public static let trace = SkippedLayers(rawValue: 1 << 6)
}

extension CallContext {
    /// The layers that this call goes past; none by default.
    public var skips: SkippedLayers {
        get { self[SkippedLayersKey.self] }
        set { self[SkippedLayersKey.self] = newValue }
    }

    /// How long each phase may take, in place of what the client says.
    ///
    /// An endpoint's own ``Endpoint/timeouts`` come over both.
    public var timeouts: Timeouts? {
        get { self[TimeoutsKey.self] }
        set { self[TimeoutsKey.self] = newValue }
    }
}

private enum SkippedLayersKey: CallContextKey {
    static let defaultValue: SkippedLayers = []
}

private enum TimeoutsKey: CallContextKey {
    static let defaultValue: Timeouts? = nil
}
