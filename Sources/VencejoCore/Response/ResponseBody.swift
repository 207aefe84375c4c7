/// The content of an answer, decoded from its content coding.
public struct ResponseBody: Sendable, Hashable {
    public let bytes: [UInt8]
    /// The codings that are still on the bytes because nobody here knows them.
    public let undecodedCodings: [String]

    public init(_ bytes: [UInt8] = [], undecodedCodings: [String] = []) {
        self.bytes = bytes
        self.undecodedCodings = undecodedCodings
    }

    public var isEmpty: Bool { bytes.isEmpty }
    public var count: Int { bytes.count }
}
