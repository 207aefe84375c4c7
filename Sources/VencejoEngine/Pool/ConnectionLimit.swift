#if os(Linux)
/// The limit for which a call waited in vain; found below a time-out of the queue.
///
///     catch where error.kind == .timedOut(.queue) {
///         print(error.underlying as? ConnectionLimit)     // perOrigin(64)
///     }
public enum ConnectionLimit: Error, Sendable, Hashable, CustomStringConvertible {
    /// ``EngineConfiguration/maximumConnectionsPerOrigin``: as many connections to it are in use.
    case perOrigin(Int)
    /// ``EngineConfiguration/maximumConnections``: as many connections are in use in all.
    case total(Int)

    public var description: String {
        switch self {
        case .perOrigin(let limit): "all \(limit) connections to the server are in use"
        case .total(let limit): "all \(limit) connections are in use"
        }
    }
}
#endif
