/// What can be chosen about a WebSocket.
public struct WebSocketOptions: Sendable, Hashable {
    /// Whether messages are compressed where the server can (RFC 7692).
    public enum Compression: Sendable, Hashable {
        case never
        /// Each message by itself: less memory, less effect.
        case eachMessage
        /// With what earlier messages have in common.
        case acrossMessages
    }

    /// The subprotocols that are offered, the most wanted first.
    public var subprotocols: [String] = []
    public var compression = Compression.acrossMessages
    /// The largest message that is taken, in bytes after expansion; 16 MiB by default.
    public var maximumMessageBytes = 16 << 20
    /// How many bytes of messages may wait for their reader before nothing more is read.
    public var mostUnreadBytes = 1 << 20
    /// How often a ping is sent; nil for never.
    ///
    /// When a whole interval passes without its pong, the connection counts as lost.
    public var keepAlive: Duration?
    /// How long the other side may take to answer a close.
    public var closeTimeout: Duration = .seconds(5)

    public init() {}
}
