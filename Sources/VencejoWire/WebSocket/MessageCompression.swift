/// What compresses messages and expands them again (RFC 7692 §7.2); one for each connection.
package protocol MessageCompression: Sendable {
    /// A message without the four bytes that end it; nil where it is sent as it is.
    func compress(_ message: [UInt8]) -> [UInt8]?

    /// Expands a piece of a message and appends what comes out.
    ///
    /// Throws when `output` would grow beyond `limit` bytes, or when the bytes are no such stream.
    func expand(
        _ piece: [UInt8],
        into output: inout [UInt8],
        limit: Int
    ) throws(WebSocketFault)

    /// Notes that a message is whole.
    func endMessage(into output: inout [UInt8], limit: Int) throws(WebSocketFault)
}
