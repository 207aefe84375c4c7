/// What travels with a call and is not sent: time, chance, policies, and whatever a middleware
/// wants to find again.
///
///     enum TenantKey: CallContextKey { static let defaultValue = "none" }
///     extension CallContext {
///         var tenant: String {
///             get { self[TenantKey.self] }
///             set { self[TenantKey.self] = newValue }
///         }
///     }
///
/// A client gives each of its calls ``ClientConfiguration/context``; `api.with { … }` changes it
/// for the calls made through what it returns.
public struct CallContext: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    /// The value under a key, the key's default where nobody set one.
    public subscript<Key: CallContextKey>(key: Key.Type) -> Key.Value {
        get {
            if values.isEmpty { return Key.defaultValue }
            return values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

/// The name of a value in a ``CallContext``, with its type and its default.
public protocol CallContextKey: SendableMetatype {
    associatedtype Value: Sendable

    static var defaultValue: Value { get }
}

extension CallContext {
    /// The time by which a call waits and counts; the system's by default.
    public var time: TimeSource {
        get { self[TimeKey.self] }
        set { self[TimeKey.self] = newValue }
    }

    /// Where chance comes from: 64 random bits a call; the system's generator by default.
    public var random: @Sendable () -> UInt64 {
        get { self[RandomKey.self] }
        set { self[RandomKey.self] = newValue }
    }
}

private enum TimeKey: CallContextKey {
    static let defaultValue = TimeSource.system
}

private enum RandomKey: CallContextKey {
    static let defaultValue: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
}
