/// The content of a request, as it goes over the wire.
public struct RequestBody: Sendable, Hashable {
    /// Open to files and streams: `nil` storage is no body at all, which is not an empty one.
    private let storage: [UInt8]?

    private init(storage: [UInt8]?) {
        self.storage = storage
    }

    /// No body.
    public static let none = RequestBody(storage: nil)

    /// A body held in memory.
    public static func bytes(_ bytes: some Sequence<UInt8>) -> RequestBody {
        RequestBody(storage: Array(bytes))
    }

    /// The bytes, where they are held in memory.
    public var bytes: [UInt8]? { storage }
    public var isNone: Bool { storage == nil }
    /// The length in bytes, where it is known.
    public var count: Int? { storage?.count ?? 0 }
    /// Whether the body can be sent a second time, as a redirect or a stale connection asks.
    public var isReplayable: Bool { true }
}
