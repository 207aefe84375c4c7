/// Cuts bytes into frames, whatever the pieces they come in.
package struct WebSocketFrameParser: Sendable {
    /// What was found next.
    package enum Piece: Sendable, Hashable {
        case header(WebSocketFrameHeader)
        /// Part of the payload, without its mask.
        case payload([UInt8])
        /// The frame is whole.
        case end
    }

    private var head: [UInt8] = []
    private var mask: WebSocketMask?
    private var left: Int?

    package init() {}

    /// The next piece of `bytes` from `position` on, which moves; nil when more bytes are needed.
    package mutating func next(
        _ bytes: [UInt8],
        _ position: inout Int
    ) throws(WebSocketFault) -> Piece? {
        guard let left else { return try header(bytes, &position) }
        if left == 0 {
            self.left = nil
            return .end
        }
        let count = min(left, bytes.count - position)
        guard count > 0 else { return nil }
        var payload = Array(bytes[position..<position + count])
        mask?.apply(to: &payload, from: 0)
        position += count
        self.left = left - count
        return .payload(payload)
    }

    private mutating func header(
        _ bytes: [UInt8],
        _ position: inout Int
    ) throws(WebSocketFault) -> Piece? {
        while position < bytes.count {
            head.append(bytes[position])
            position += 1
            guard head.count >= 2, head.count == WebSocketFrameHeader.size(head[1]) else {
                continue
            }
            let header = try WebSocketFrameHeader(parsing: head)
            head.removeAll(keepingCapacity: true)
            mask = header.mask.map(WebSocketMask.init)
            left = header.length
            return .header(header)
        }
        return nil
    }
}
