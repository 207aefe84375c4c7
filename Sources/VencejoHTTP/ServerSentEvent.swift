/// One event of a stream (WHATWG HTML §9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// `message`, unless the server named another.
    public var type: String
    /// The text, its lines parted by line feeds.
    public var data: String
    /// The id from which the stream can be taken up again; empty where there is none.
    public var id: String

    public init(type: String = "message", data: String, id: String = "") {
        self.type = type
        self.data = data
        self.id = id
    }
}
