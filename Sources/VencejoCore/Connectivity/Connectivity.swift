/// Whether this machine has a network at all.
///
/// On Apple platforms `PathConnectivity` asks the system; elsewhere there is always one, unless a
/// program knows better. Tests have `ManualConnectivity`.
public protocol Connectivity: Sendable {
    /// What is known at this moment.
    var isOnline: Bool { get }

    /// Waits until there may be a network again, or the task is cancelled; it may return early.
    func untilOnline() async
}

/// A network that is always there, which is what a client believes by default.
public struct AlwaysOnline: Connectivity, Hashable {
    public init() {}

    public var isOnline: Bool { true }

    public func untilOnline() async {}
}

extension CallContext {
    /// Who says whether there is a network; by default there is always one.
    public var connectivity: any Connectivity {
        get { self[ConnectivityKey.self] }
        set { self[ConnectivityKey.self] = newValue }
    }

    /// What this call does without a network, in place of what the pipeline says.
    public var whenOffline: OfflinePolicy? {
        get { self[OfflinePolicyKey.self] }
        set { self[OfflinePolicyKey.self] = newValue }
    }
}

private enum ConnectivityKey: CallContextKey {
    static let defaultValue: any Connectivity = AlwaysOnline()
}

private enum OfflinePolicyKey: CallContextKey {
    static let defaultValue: OfflinePolicy? = nil
}
