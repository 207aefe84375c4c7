import VencejoHTTP

/// A settled answer's body as it goes over the wire, piece by piece (RFC 9112 §6 and §7.1).
struct BodyBytes: Sendable {
    private let stream: MockStream?
    private let sizes: [Int]?
    private let trailers: Headers
    private var whole: [UInt8]?
    private var offset = 0
    private var nextSize = 0
    private var isAtEnd = false

    init(_ response: MockResponse, for request: RecordedRequest) {
        let isEmpty = response.status.hasNoContent || request.method == .head
        stream = response.stream
        whole = response.stream == nil ? response.body : nil
        trailers = response.trailers
        if case .chunked(let sizes) = response.delivery.way, !isEmpty {
            self.sizes = sizes
        } else {
            sizes = nil
        }
        isAtEnd = response.delivery == .raw || response.delivery == .never
    }

    /// The next bytes; nil at the end.
    mutating func next() async -> [UInt8]? {
        if isAtEnd { return nil }
        var piece = whole
        whole = nil
        if piece == nil, let stream {
            piece = await stream.next(offset)
            offset += piece?.count ?? 0
        }
        guard let piece else {
            isAtEnd = true
            return sizes == nil ? nil : lastChunk()
        }
        return sizes.map { chunks(piece, $0) } ?? piece
    }

    private mutating func chunks(_ piece: [UInt8], _ sizes: [Int]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(piece.count + piece.count / 8 + 16)
        var start = 0
        while start < piece.count {
            let end = min(piece.count, start + sizes[nextSize % sizes.count])
            nextSize += 1
            bytes += Array("\(String(end - start, radix: 16))\r\n".utf8)
            bytes += piece[start..<end]
            bytes += [0x0D, 0x0A]
            start = end
        }
        return bytes
    }

    private func lastChunk() -> [UInt8] {
        Array("0\r\n".utf8) + MessageBytes.fields(trailers) + [0x0D, 0x0A]
    }
}
